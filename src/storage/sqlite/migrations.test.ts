import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { SQLITE_AT_STEP_1 } from '../../../tests/storage/schema-at-step-1.ts';
import { schemaSuite } from '../../../tests/storage/schema-suite.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';

schemaSuite({
  name: 'SQLite',
  versionSql: 'PRAGMA user_version',
  oldestSql: (step) => `PRAGMA user_version = ${step}`,
  async prepare() {
    const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-schema-'));
    const file = path.join(folder, 'p.db');
    const db = new Libsql(file);
    db.exec(SQLITE_AT_STEP_1);
    return {
      open: () => openSqliteStores({ file }),
      run: async (sql) => void db.exec(sql),
      value: async (sql) => Object.values(db.prepare(sql).get() as object)[0],
      close: async () => {
        db.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
});
