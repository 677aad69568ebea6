import type { AdminChecks } from '../contract/admin.ts';
import { byId, h } from '../site/browser/dom.ts';
import { call } from './api.ts';
import { stateMark, table } from './table.ts';

/** Runs the checks and shows what they say. */
export async function runChecks(): Promise<void> {
  const button = byId('run-checks', HTMLButtonElement);
  const body = byId('checks-body', HTMLElement);
  button.disabled = true;
  body.replaceChildren(h('p', { class: 'muted' }, 'Checking …'));
  try {
    const { checks } = await call<AdminChecks>('POST', 'checks');
    const rows = checks.map(({ name, state, detail }) => ({ cells: [name, stateMark(state), detail] }));
    body.replaceChildren(
      table(
        'Checks',
        [{ title: 'Check' }, { title: 'State' }, { title: 'What was found', kind: 'long' }],
        rows,
      ),
    );
  } catch (error) {
    body.replaceChildren();
    throw error;
  } finally {
    button.disabled = false;
  }
}
