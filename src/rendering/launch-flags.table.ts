/**
 * The switches of Chromium, all of them: the driver's defaults, some of which take protections away, are not used.
 * Proxy, profile and sandbox are added where the browser is launched.
 */
export const LAUNCH_FLAGS: readonly { readonly flag: string; readonly why: string }[] = [
  { flag: '--headless=new', why: 'no window' },
  { flag: '--remote-debugging-pipe', why: 'driven over a pipe, never a port; it ends when the pipe closes' },
  {
    flag: '--block-new-web-contents',
    why: 'no popups: the shell without a window has no blocker of its own',
  },
  { flag: '--no-startup-window', why: 'no page outside a context of ours' },
  { flag: '--disable-gpu', why: 'nothing is looked at; one process with a large surface less' },
  { flag: '--disable-dev-shm-usage', why: 'containers give /dev/shm 64 MiB' },
  { flag: '--mute-audio', why: 'no sound device' },
  { flag: '--hide-scrollbars', why: 'the same layout on every system' },
  { flag: '--force-color-profile=srgb', why: 'the same on every system' },
  { flag: '--password-store=basic', why: "asks no system's key ring" },
  { flag: '--use-mock-keychain', why: "asks no system's key ring" },
  { flag: '--no-first-run', why: 'no traffic and no tabs of its own' },
  { flag: '--no-default-browser-check', why: 'no traffic and no tabs of its own' },
  { flag: '--disable-background-networking', why: 'no traffic but that of the page' },
  { flag: '--disable-component-update', why: 'no traffic but that of the page' },
  { flag: '--disable-default-apps', why: 'no traffic but that of the page' },
  { flag: '--disable-domain-reliability', why: 'no reports' },
  { flag: '--disable-breakpad', why: 'no crash reports' },
  { flag: '--disable-crash-reporter', why: 'no crash reports' },
  { flag: '--metrics-recording-only', why: 'no reports' },
  { flag: '--no-pings', why: 'no hyperlink auditing' },
  { flag: '--disable-sync', why: 'no accounts' },
  { flag: '--disable-extensions', why: 'none are wanted' },
  { flag: '--disable-field-trial-config', why: 'the same behaviour everywhere' },
  { flag: '--disable-client-side-phishing-detection', why: 'no lists to load: there is nobody to phish' },
  { flag: '--safebrowsing-disable-auto-update', why: 'no lists to load' },
  { flag: '--disable-quic', why: 'UDP does not pass a proxy' },
  { flag: '--disable-http2', why: 'HTTP/1.1, as the fetcher' },
  { flag: '--dns-prefetch-disable', why: 'names are resolved by the gate alone' },
  {
    flag: '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    why: 'Chromium itself resolves no name at all; 127.0.0.1 is the gate',
  },
  { flag: '--proxy-bypass-list=<-loopback>', why: 'loopback goes through the gate too, which refuses it' },
  {
    flag: '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    why: 'WebRTC sends no packet that does not pass the gate',
  },
  {
    flag: '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    why: 'the same for builds that know the older name',
  },
  {
    flag: '--disable-features=WebTransport,MediaRouter,DialMediaRouteProvider,OptimizationHints,Translate,NetworkTimeServiceQuerying,AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,PrefetchPrivacyChanges,SpeculationRulesPrefetchFuture,Prerender2,PaintHolding,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
    why: 'no second transport, discovery, hints, prefetch or prerender; http addresses stay as given; no processes for an address bar that nobody sees or a next page that does not come: they took half of the CPU of a page',
  },
  {
    flag: '--disable-background-timer-throttling',
    why: 'a page that nobody looks at must come to its end all the same',
  },
  { flag: '--disable-backgrounding-occluded-windows', why: 'ditto' },
  { flag: '--disable-renderer-backgrounding', why: 'ditto' },
  { flag: '--disable-back-forward-cache', why: 'each context has one page, which is read once' },
  { flag: '--disable-hang-monitor', why: 'our own deadline ends a page that hangs' },
  {
    flag: '--js-flags=--max-old-space-size=512',
    why: 'MiB of heap per renderer; a page that needs more crashes',
  },
];
