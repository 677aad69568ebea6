import { SETTINGS, type Setting } from './settings.table.ts';

/** The variables as a GFM table for the docs: name, default, unit, description; ends with a line feed. */
export function renderSettingsTable(): string {
  const rows = SETTINGS.map((setting: Setting) => {
    const value = setting.default === null ? '' : `\`${setting.default}\``;
    return `| \`${setting.name}\` | ${value} | ${setting.unit ?? ''} | ${setting.description.replaceAll('|', '\\|')} |`;
  });
  return ['| Variable | Default | Unit | Meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}
