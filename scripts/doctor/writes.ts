// Checks that the app can write: the server isn't a standby or read-only, and the role has the privileges.
import type pg from 'pg'
import { readSchema } from '../database/schema-engine.ts'
import { type Finding, right, wrong } from './finding.ts'

interface Access {
  role: string
  schema: string
  standby: boolean
  readOnly: boolean
}

export async function checkWrites(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<Access>(
    `SELECT current_user AS role, current_schema() AS schema, pg_is_in_recovery() AS standby,
      current_setting('default_transaction_read_only')::boolean AS "readOnly"`,
  )
  const [access] = rows
  if (access?.standby)
    return wrong(
      'The database is a standby, which refuses every write',
      'Point DATABASE_URL at the primary, or at an address that follows it after a failover.',
    )
  if (access?.readOnly)
    return wrong(
      'The database is read-only (default_transaction_read_only is on)',
      'Find out who set it and why (a full disk, a migration), then reset it at the same level: ALTER SYSTEM, ALTER DATABASE … or ALTER ROLE … RESET default_transaction_read_only;',
    )
  const refused = await missingPrivileges(client)
  if (refused.length === 0) return right('The role in DATABASE_URL may read and write')
  const privileges = [...new Set(refused.map(({ privilege }) => privilege))]
  const tables = [...new Set(refused.map(({ table }) => table))]
  return wrong(
    `The role "${access?.role}" lacks ${privileges.join(', ')} on ${tables.join(', ')}`,
    `As the owner of the tables: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${access?.schema}" TO "${access?.role}"; or set DATABASE_URL to the app's own role.`,
  )
}

/** UPDATE on AuditEntry isn't needed, so a role without it is fine. */
async function missingPrivileges(client: pg.Client) {
  const tables = [...readSchema().matchAll(/^model (\w+)/gm)].map(([, name]) => name)
  const { rows } = await client.query<{ table: string; privilege: string }>(
    `SELECT c.relname AS table, p.privilege
    FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) WITH ORDINALITY AS p(privilege, nth)
    WHERE c.relname = ANY($1) AND c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
      AND NOT has_table_privilege(c.oid, p.privilege) AND NOT (c.relname = 'AuditEntry' AND p.privilege = 'UPDATE')
    ORDER BY c.relname, p.nth`,
    [tables],
  )
  return rows
}
