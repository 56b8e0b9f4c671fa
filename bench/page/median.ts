/** The median of the values that are picked from the runs. */
export function median<T>(runs: readonly T[], pick: (run: T) => number): number {
  const sorted = runs.map(pick).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
