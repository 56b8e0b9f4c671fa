/** The names of games, by the codes of an answer; a game that is not known any more keeps its code. */
export const gameNames = (codes: unknown, games: readonly { code: string; name: string }[]): string =>
  (Array.isArray(codes) ? codes : [])
    .map((code) => games.find((game) => game.code === code)?.name ?? String(code))
    .join(', ')
