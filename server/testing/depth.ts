const isDeep = process.env.DEEP === '1'

/** How much of something a test does: in `npm test`, and in `npm run test:deep`, which takes as long as it takes. */
export const byDepth = <T>({ usual, deep }: { usual: T; deep: T }): T => (isDeep ? deep : usual)
