/**
 * Parts of addresses and scripts that are named after a challenge. Those of known vendors are in `known-walls.table.ts`, where one
 * decides alone; these are signs among others. Lower case.
 */
export const CHALLENGE_ENDPOINTS: readonly string[] = [
  'cf-challenge',
  'incident_id=',
  '/_sec/',
  'awswafintegration',
  'token.awswaf.com',
  'captcha.awswaf.com',
  'captcha-sdk.awswaf.com',
  'perimeterx.net/captcha',
  'px-captcha',
  '.well-known/guard',
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
  'post-upgrade-cta',
  'mepr-unauthorized-message',
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
