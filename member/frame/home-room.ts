import { local } from '@krapao/web/storage/stored.ts'

/**
 * What stood below the balance of the dashboard at the last visit: heights in pixels and numbers, no figures.
 */
export interface HomeRoom {
  /** Of the bonus line; 0 without one. */
  bonus: number
  /** Of each row of what waits. */
  waiting: number[]
  /** Of the newest row of what had ended, if any had. */
  ended: number[]
  /** Whether there were more of these behind a button. */
  isMore: boolean
  /** How many games stood among those that were played last. */
  played: number
}

export const homeRoomEntry = 'home-room'

/** Broken or foreign values count as nothing. */
export function homeRoom(): HomeRoom {
  const { bonus, waiting, ended, isMore, played } = kept()
  return {
    bonus: isRoom(bonus) ? bonus : 0,
    waiting: Array.isArray(waiting) ? waiting.filter(isRoom) : [],
    ended: Array.isArray(ended) ? ended.filter(isRoom) : [],
    isMore: isMore === true,
    played: isRoom(played) ? played : 0,
  }
}

function kept(): Partial<Record<keyof HomeRoom, unknown>> {
  try {
    return JSON.parse(local.read(homeRoomEntry) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** No row is higher than that, even with the largest letters. */
const isRoom = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1000
