import { byId } from '../site/browser/dom.ts';
import { STORED_KEYS, showOnDemand } from '../site/browser/keys.ts';

/** The keys that the page works with. They leave the page only in header fields to this service. */
export type Credentials = ReturnType<typeof openCredentials>;

/** Stands in the tab's storage when its owner took the tick away. */
const NOT_KEPT = 'pagemark.not-kept';
/** Whether the page comes from this machine, where `npm start` prints the same keys. */
const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);

/**
 * Takes keys from the address's fragment (`#key=…&license=…`, which browsers do not send) and removes them from it, else
 * from this tab's storage. They are stored only while "Keep in this tab" is ticked, as it is at first on this machine
 * and where the tab's storage has one. What else the fragment says stays.
 */
export function openCredentials() {
  const field = byId('ask-key', HTMLInputElement);
  const remember = byId('ask-remember', HTMLInputElement);
  const given = new URLSearchParams(location.hash.slice(1));
  const stored = sessionStorage.getItem(STORED_KEYS.key);
  const storedLicense = sessionStorage.getItem(STORED_KEYS.license);
  const isForbidden = sessionStorage.getItem(NOT_KEPT) !== null;
  let license = given.get('license') || (storedLicense ?? '');
  field.value = given.get('key') || (stored ?? '');
  remember.checked = stored !== null || storedLicense !== null || (isLoopback && !isForbidden);
  if (given.has('key') || given.has('license')) {
    given.delete('key');
    given.delete('license');
    history.replaceState(null, '', `${location.pathname}${given.size === 0 ? '' : `#${given}`}`);
  }
  const save = () => {
    for (const [name, value] of [
      [STORED_KEYS.key, field.value],
      [STORED_KEYS.license, license],
    ] as const) {
      if (remember.checked && value !== '') sessionStorage.setItem(name, value);
      else sessionStorage.removeItem(name);
    }
  };
  save();
  field.addEventListener('input', save);
  remember.addEventListener('change', () => {
    if (remember.checked) sessionStorage.removeItem(NOT_KEPT);
    else sessionStorage.setItem(NOT_KEPT, '');
    save();
  });
  showOnDemand();
  return {
    apiKey: () => field.value.trim(),
    setApiKey(key: string) {
      field.value = key.trim();
      save();
      field.dispatchEvent(new Event('change'));
    },
    licenseKey: () => license,
    setLicenseKey(key: string) {
      license = key.trim();
      save();
    },
  };
}
