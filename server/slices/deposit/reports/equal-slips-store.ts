import type { SlipNote } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import type { Evidence } from '../../../desk/queue.ts'
import { rawQuery } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'

/** The slips that show one transfer, of any member, as the desk shows them; the last uploaded first. */

type Shown = NonNullable<Evidence['slips']>

/** Most slips that are shown. */
const most = 12

/** Other slips with the bank and reference of a slip's mini-QR. */
export const readEqualSlips = (context: Context, id: string): Promise<Shown> =>
  read(
    context,
    'id <> $1 and (bank_code, reference) = (select bank_code, reference from slips where id = $1)',
    id,
  )

/** Slips of the transfers with these references. */
export const readSlipsOf = async (context: Context, references: string[]): Promise<Shown> =>
  references.length === 0 ? [] : read(context, 'reference = any($1::text[])', references)

async function read({ db, files }: Context, where: string, value: unknown): Promise<Shown> {
  const slips = await rawQuery<{
    id: string
    memberId: string
    createdAt: Date
    status: Shown[number]['status']
    note: SlipNote | null
    file: string | null
  }>(
    db,
    `select id, member_id as "memberId", created_at as "createdAt", status, note, file from slips
     where ${where} order by created_at desc, id desc limit ${most}`,
    [value],
  )
  return slips.map(({ id, memberId, createdAt, status, note, file }) => ({
    _id: id,
    memberId,
    uploadedAt: createdAt.toISOString(),
    status,
    note,
    picture: file && files.link(file),
  }))
}
