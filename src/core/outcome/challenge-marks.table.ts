/**
 * Parts of addresses and scripts that serve challenges, not the tags which the same vendors put on ordinary pages
 * (such as Cloudflare's `scripts/jsd/` or DataDome's `tags.js`). Lower case.
 */
export const CHALLENGE_ENDPOINTS: readonly string[] = [
  // Cloudflare
  'challenge-platform/h/',
  '_cf_chl_opt',
  'chl_page',
  'cf-challenge',
  // DataDome
  'captcha-delivery.com',
  // Imperva
  '_incapsula_resource?swudnsai',
  '_incapsula_resource?cwudnsai',
  'incident_id=',
  // Akamai
  'cp_challenge',
  'sec-cpt',
  '/_sec/',
  // AWS WAF
  'token.awswaf.com',
  'captcha.awswaf.com',
  'captcha-sdk.awswaf.com',
  'gokuprops',
  'awswafintegration',
  // PerimeterX, HUMAN
  '_pxappid',
  '_pxjsclientsrc',
  'px-captcha',
  'perimeterx.net/captcha',
  // Fastly
  '/_fs-ch-',
  // Vercel
  '.well-known/vercel/security',
  // DDoS-Guard
  'ddos-guard/js-challenge',
  'ddos-guard/check',
  // Sucuri
  'sucuri_cloudproxy',
  // Kasada
  'kpsdk',
  'ips.js?',
  // Anubis and others that ask for proof of work
  'anubis_challenge',
  'anubis/static',
  'within.website/x/cmd/anubis',
  'go-away/cmd',
  '.well-known/guard',
  // Generic names
  '/challenge.js',
  'challenge.v2',
  '/captcha/slider',
  'js-challenge',
  'bot-challenge',
  'browser-check',
];

/** Parts of class names, ids, field names, frame sources and form targets of a widget that tells people from programs. */
export const CAPTCHA_MARKS: readonly string[] = [
  'captcha',
  'turnstile',
  'challenge-form',
  'challenge-container',
  'challenge-stage',
  'challenge-running',
  'challenge-error',
  'funcaptcha',
  'arkoselabs',
  'geetest',
  'friendly-challenge',
  'nc_1_wrapper',
  'altcha',
];

/** Parts of class names and ids of the box that stands where the rest of an article should be. */
export const GATE_MARKS: readonly string[] = [
  'paywall',
  'pay-wall',
  'regwall',
  'reg-wall',
  'metered',
  'piano-',
  'tp-modal',
  'subscriber-only',
  'subscription-wall',
  'premium-content',
  'access-options',
  'barrier',
  'gateway-content',
  'article-gate',
  'content-gate',
];

/** Parts of class names and ids of a box that lies over the page. */
export const OVERLAY_MARKS: readonly string[] = [
  'cookie',
  'consent',
  'gdpr',
  'modal',
  'overlay',
  'popup',
  'cmp-box',
  'cmp-wrapper',
  'cmp-app',
  'cmp-ui',
  'cmpbox',
  'cmpwrapper',
  'banner',
];
