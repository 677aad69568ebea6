import type { AdminKey, AdminKeys, AdminLicense } from '../contract/admin.ts';
import { CONTRACT_PLANS, type PlanLimits } from '../contract/plans.ts';
import { copyButton } from '../site/browser/copy.ts';
import { byId, grouped, h } from '../site/browser/dom.ts';
import { call } from './api.ts';
import { ask } from './dialogs.ts';
import { dayOf, stateMark, table } from './table.ts';

const KEY_COLUMNS = [
  'Key',
  'Plan',
  'Account',
  'State',
  'Expires',
  ['Credits', 'right'],
  ['Monthly quota', 'right'],
  ['Actions', 'right'],
] as const;
const LICENCE_COLUMNS = [
  'Licence',
  'Tier',
  'State',
  'Expires',
  ['AI calls a month', 'right'],
  ['Actions', 'right'],
] as const;

let plans: readonly string[] = [];
let names: ReadonlyMap<string, string> = new Map();
/** Hears of a change that was done: what the lists then show is a matter of its own, or a change would be told as failed by them. */
let changed: () => void = () => undefined;

/** The name of a key or licence that is shown, else its id. */
export const nameOf = (id: string): string => names.get(id) || id;

/** Makes the buttons of both sections work. `onChange` hears of each change that was done. */
export function wireKeys(onChange: () => void): void {
  changed = onChange;
  byId('new-key', HTMLButtonElement).addEventListener('click', askForKey);
  byId('new-licence', HTMLButtonElement).addEventListener('click', askForLicence);
}

/** Asks for keys and licences and shows them. */
export async function showKeys(): Promise<void> {
  const all = await call<AdminKeys>('GET', 'keys');
  plans = all.plans;
  names = new Map([...all.keys, ...all.licenses].map(({ id, name }) => [id, name]));
  byId('keys-body', HTMLElement).replaceChildren(
    all.keys.length === 0
      ? h('p', { class: 'muted' }, 'No keys yet.')
      : table('API keys', KEY_COLUMNS, all.keys.map(keyRow)),
    leftOut(all.keys_total - all.keys.length, 'keys list'),
  );
  byId('licences-body', HTMLElement).replaceChildren(
    all.licenses.length === 0
      ? h('p', { class: 'muted' }, 'No licences yet.')
      : table('Licences', LICENCE_COLUMNS, all.licenses.map(licenceRow)),
    leftOut(all.licenses_total - all.licenses.length, 'licenses list'),
  );
}

/** Where to find those that are not shown. */
function leftOut(count: number, command: string): Node | string {
  if (count === 0) return '';
  return h('p', { class: 'muted' }, `${grouped(count)} older ones: `, h('code', {}, `pagemark ${command}`));
}

function nameCell({ id, name, hint }: Pick<AdminKey, 'id' | 'name' | 'hint'>): Node {
  return h('span', {}, name || `${hint}…`, h('small', {}, id));
}

function keyRow(key: AdminKey) {
  const { monthly_quota: quota } = key;
  const cells = [
    nameCell(key),
    key.plan,
    key.account ?? '–',
    stateMark(key.state),
    dayOf(key.expires_at),
    grouped(key.credits),
    quota === null ? '–' : grouped(quota),
    actionsOf(
      key,
      'keys',
      rowButton('Credits', key, () => askForCredits(key)),
      rowButton('Quota', key, () => askForQuota(key)),
    ),
  ];
  return { cells, isOver: isOver(key) };
}

function licenceRow(licence: AdminLicense) {
  const cells = [
    nameCell(licence),
    licence.tier,
    stateMark(licence.state),
    dayOf(licence.expires_at),
    grouped(licence.ai_calls_limit),
    actionsOf(licence, 'licenses'),
  ];
  return { cells, isOver: isOver(licence) };
}

const isOver = ({ state }: Pick<AdminKey, 'state'>): boolean => state === 'revoked';

/** Some buttons and the one that revokes; none where that is done. */
function actionsOf(of: AdminKey | AdminLicense, kind: 'keys' | 'licenses', ...buttons: Node[]): Node | null {
  if (isOver(of)) return null;
  const revoke = rowButton('Revoke', of, () => askToRevoke(of, kind));
  return h('div', { class: 'buttons' }, ...buttons, revoke);
}

function rowButton(label: string, { id, name }: Pick<AdminKey, 'id' | 'name'>, click: () => void): Node {
  const isStern = label === 'Revoke';
  const attributes = { type: 'button', class: `quiet${isStern ? ' danger' : ''}`, click };
  return h('button', { ...attributes, 'aria-label': `${label}: ${name || id}` }, label);
}

async function change(path: string, body: object): Promise<void> {
  await call('POST', path, body);
  changed();
}

/** The end of the day that is chosen (UTC). */
const expiryOf = (day: string | undefined) => (day === undefined ? null : `${day}T23:59:59Z`);
const countOf = (text: string | undefined) => (text === undefined ? null : Number(text));

/** A plan with what it admits; what a plan of their own does, operators know. */
function planText(name: string): string {
  const plan: PlanLimits | undefined = (CONTRACT_PLANS as Readonly<Record<string, PlanLimits>>)[name];
  if (plan === undefined) return name;
  return `${name}: ${grouped(plan.perMinute)} calls a minute, ${grouped(plan.perHour)} an hour`;
}

function askForKey(): void {
  ask({
    title: 'New API key',
    fields: [
      { name: 'plan', label: 'Plan', type: Object.fromEntries(plans.map((name) => [name, planText(name)])) },
      { name: 'name', label: 'Name: what it is for', type: 'text' },
      { name: 'account', label: 'Account, if keys share their limits', type: 'text' },
      { name: 'expires', label: 'Last day (UTC), if it expires', type: 'date' },
      { name: 'credits', label: 'Prepaid credits', type: 'number' },
      { name: 'quota', label: 'Most calls a month, if limited', type: 'number' },
    ],
    does: 'Create key',
    async go({ plan, name = '', account = null, expires, credits, quota }) {
      const made = await call<{ id: string; key: string }>('POST', 'keys', {
        plan,
        name,
        account,
        expires_at: expiryOf(expires),
        credits: countOf(credits) ?? 0,
        monthly_quota: countOf(quota),
      });
      showOnce('made-key', made);
      changed();
    },
  });
}

function askForLicence(): void {
  ask({
    title: 'New licence',
    fields: [
      { name: 'name', label: 'Name: whose it is', type: 'text' },
      { name: 'calls', label: 'AI calls a month (1,000 if empty)', type: 'number' },
      { name: 'expires', label: 'Last day (UTC), if it expires', type: 'date' },
    ],
    does: 'Create licence',
    async go({ name = '', calls, expires }) {
      const limit = calls === undefined ? {} : { ai_calls: Number(calls) };
      const body = { name, ...limit, expires_at: expiryOf(expires) };
      showOnce('made-licence', await call<{ id: string; key: string }>('POST', 'licenses', body));
      changed();
    },
  });
}

/** Shows a new secret until it is put away; it is nowhere else. */
function showOnce(place: string, { id, key }: { readonly id: string; readonly key: string }): void {
  const box = byId(place, HTMLElement);
  const away = h(
    'button',
    { type: 'button', class: 'quiet', click: () => box.replaceChildren() },
    'Put away',
  );
  box.replaceChildren(
    h('p', {}, `Copy it now: ${id} is shown this once.`),
    h('code', {}, key),
    h(
      'div',
      { class: 'buttons' },
      copyButton('Copy', () => key),
      away,
    ),
  );
}

function askForCredits({ id, name }: AdminKey): void {
  ask({
    title: `Add credits to ${name || id}`,
    text: 'Prepaid calls past the hourly limit; they never expire.',
    fields: [{ name: 'credits', label: 'Credits', type: 'number', least: 1 }],
    does: 'Add credits',
    go: ({ credits }) => change('keys/credits', { id, credits: countOf(credits) ?? 0 }),
  });
}

function askForQuota({ id, name }: AdminKey): void {
  ask({
    title: `Monthly quota of ${name || id}`,
    text: 'Most calls per calendar month (UTC). Leave it empty for no quota.',
    fields: [{ name: 'quota', label: 'Calls', type: 'number' }],
    does: 'Set quota',
    go: ({ quota }) => change('keys/quota', { id, monthly_quota: countOf(quota) }),
  });
}

function askToRevoke({ id, name }: Pick<AdminKey, 'id' | 'name'>, kind: 'keys' | 'licenses'): void {
  ask({
    title: `Revoke ${name || id}?`,
    text: `Calls with ${id} are refused at once, by every process. This cannot be undone.`,
    does: 'Revoke',
    isStern: true,
    go: () => change(`${kind}/revoke`, { id }),
  });
}
