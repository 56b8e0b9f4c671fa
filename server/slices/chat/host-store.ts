import { rawQuery, type Tx } from '../../platform/database.ts'

/** The foreign hosts that two people agreed on (rules.md §12.10). */

/** Which of these hosts are approved. */
export async function selectApprovedHosts(tx: Tx, hosts: string[]): Promise<string[]> {
  const rows = await rawQuery<{ host: string }>(
    tx,
    'select host from chat_hosts where host = any($1::text[])',
    [hosts],
  )
  return rows.map(({ host }) => host)
}

/** Approves hosts; one that is approved already stays as it is. */
export async function insertApprovedHosts(
  tx: Tx,
  hosts: string[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await rawQuery(
    tx,
    `insert into chat_hosts (host, approved_by, approved_at)
     select host, $2, $3 from unnest($1::text[]) as host on conflict do nothing`,
    [hosts, by, at],
  )
}
