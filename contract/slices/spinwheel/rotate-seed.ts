import { endpoint, Type } from '../../endpoint.ts'
import { SpinSeed } from './wheel.ts'

export const rotateSeed = endpoint({
  method: 'POST',
  path: '/api/spinwheel/seed/rotate',
  summary: 'Reveals the seed in force and commits to a new one; answers both (rules.md §11.2)',
  access: 'member',
  limit: { per: 'member', name: 'seed-rotate', perMinute: 'spinwheel.rotationsPerMinute' },
  answer: Type.Object({
    revealed: Type.Object({ _id: Type.String(), serverSeed: Type.String(), serverSeedHash: Type.String() }),
    seed: SpinSeed,
  }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
