import { endpoint, Type } from '../../endpoint.ts'
import { CommittedSeed, SpinSeed } from './wheel.ts'

export const rotateSeed = endpoint({
  method: 'POST',
  path: '/api/spinwheel/seed/rotate',
  summary:
    'Reveals the seed in force and puts the next one in its place; answers both, and the hash of the one after it (rules.md §11.2)',
  access: 'member',
  limit: { per: 'member', name: 'seed-rotate', perMinute: 'spinwheel.rotationsPerMinute' },
  answer: Type.Object({
    revealed: Type.Object({ _id: Type.String(), serverSeed: Type.String(), serverSeedHash: Type.String() }),
    seed: SpinSeed,
    /** The seed that the next rotation puts in force. */
    nextSeed: CommittedSeed,
  }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
