const isDeep = process.env.DEEP === '1'

/** A number of repetitions: `usual` in `npm test`, `deep` in `npm run test:deep`, which has no time limit. */
export const byDepth = <T>({ usual, deep }: { usual: T; deep: T }): T => (isDeep ? deep : usual)
