import { draw } from '@krapao/contract/slices/spinwheel/draw.ts'
import { PastSpin } from '@krapao/contract/slices/spinwheel/wheel.ts'
import { type Static, Type } from 'typebox'
import Value from 'typebox/value'
import { commitmentOf, hmacOf } from './rules.ts'

/** Calculates a past spin again (rules.md §11.2), from nothing but what its member was shown. */

export const CheckedSpin = Type.Object({
  _id: Type.String(),
  ...Type.Pick(PastSpin, ['serverSeedHash', 'serverSeed', 'clientSeed', 'nonce', 'code']).properties,
  slices: Type.Array(Type.Object({ code: Type.String(), weight: Type.Integer({ minimum: 0 }) })),
})
export type CheckedSpin = Static<typeof CheckedSpin>

export type Verdict =
  | { verdict: 'right' }
  /** Its seed is in force still. */
  | { verdict: 'not revealed' }
  /** The seed is not the one that was committed to. */
  | { verdict: 'wrong seed'; sha256: string }
  | { verdict: 'wrong draw'; drawn: string }

/** @throws RangeError nothing can be drawn from its slices */
export async function checkSpin(spin: CheckedSpin): Promise<Verdict> {
  const { serverSeed, serverSeedHash, clientSeed, nonce, slices, code } = spin
  if (serverSeed === null) return { verdict: 'not revealed' }
  const sha256 = commitmentOf(serverSeed)
  if (sha256 !== serverSeedHash) return { verdict: 'wrong seed', sha256 }
  const drawn = await draw(hmacOf(serverSeed), { clientSeed, nonce }, slices)
  return drawn === code ? { verdict: 'right' } : { verdict: 'wrong draw', drawn }
}

/**
 * The spins of a JSON text: the answer of `POST /api/spinwheel/spins`, a list of spins, or one.
 * @throws Error the text has none
 */
export function readSpins(text: string): CheckedSpin[] {
  const given: unknown = JSON.parse(text)
  const isAnswer = typeof given === 'object' && given !== null && 'spins' in given
  const spins: unknown = isAnswer ? given.spins : given
  const list = Array.isArray(spins) ? spins : [spins]
  if (list.length === 0) throw new Error('there is no spin in it')
  return list.map((spin: unknown, at) => {
    if (!Value.Check(CheckedSpin, spin)) {
      const [wrong] = Value.Errors(CheckedSpin, spin)
      throw new Error(`spin ${at + 1}: ${wrong?.instancePath ?? ''} ${wrong?.message ?? 'is not a spin'}`)
    }
    return spin
  })
}
