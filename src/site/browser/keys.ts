import { byId } from './dom.ts';

/** Names under which the pages keep keys in the storage of their tab, and only there, when a person asks for it. */
export const STORED_KEYS = { key: 'pagemark.key', license: 'pagemark.license' } as const;

/** The keys that the forms send, by the name of their security scheme. */
export type Keys = ReturnType<typeof openKeys>;

const NAMES: Readonly<Record<string, string>> = { apiKey: STORED_KEYS.key, licenseKey: STORED_KEYS.license };

/** Takes keys from this tab's storage, where the playground puts them, and keeps them there while a person wants it. */
export function openKeys() {
  const form = byId('keys', HTMLFormElement);
  const keep = byId('key-keep', HTMLInputElement);
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-key]')];
  for (const field of fields) field.value = sessionStorage.getItem(NAMES[field.dataset.key!]!) ?? '';
  keep.checked = fields.some(({ value }) => value !== '');
  const save = () => {
    for (const { value, dataset } of fields) {
      if (keep.checked && value.trim() !== '') sessionStorage.setItem(NAMES[dataset.key!]!, value.trim());
      else sessionStorage.removeItem(NAMES[dataset.key!]!);
    }
  };
  form.addEventListener('input', save);
  form.addEventListener('submit', (event) => event.preventDefault());
  showOnDemand();
  return { of: (scheme: string) => fields.find(({ dataset }) => dataset.key === scheme)?.value.trim() ?? '' };
}

/** Makes the buttons work that show a field of a key and hide it again; each begins with the word that says which. */
export function showOnDemand(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-shows]')) {
    const field = byId(button.dataset.shows!, HTMLInputElement);
    button.addEventListener('click', () => {
      const isShown = field.type === 'password';
      field.type = isShown ? 'text' : 'password';
      button.firstChild!.textContent = isShown ? 'Hide' : 'Show';
    });
  }
}
