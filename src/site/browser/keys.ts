import { STORED_KEYS } from '../stored-keys.ts';
import { byId } from './dom.ts';

/** The keys that the forms send, by the name of their security scheme. */
export interface Keys {
  of(scheme: string): string;
}

const NAMES: Readonly<Record<string, string>> = { apiKey: STORED_KEYS.key, licenseKey: STORED_KEYS.license };

/** Takes keys from this tab's storage, where the playground puts them, and keeps them there while a person wants it. */
export function openKeys(): Keys {
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
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-shows]')) {
    button.addEventListener('click', () => {
      const field = byId(button.dataset.shows!, HTMLInputElement);
      field.type = field.type === 'password' ? 'text' : 'password';
      button.setAttribute('aria-pressed', String(field.type === 'text'));
    });
  }
  return { of: (scheme) => fields.find(({ dataset }) => dataset.key === scheme)?.value.trim() ?? '' };
}
