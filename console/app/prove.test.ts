import { expect, it } from 'vitest'
import { prove } from './prove.ts'

it.each([true, false])(
  'calls that come together are asked about once, and all hear the answer: %s',
  async (did) => {
    const answers: ((did: boolean) => void)[] = []
    prove.show = () => new Promise((resolve) => answers.push(resolve))
    const asked = [prove.ask(), prove.ask(), prove.ask()]
    expect(answers).toHaveLength(1)
    answers[0]?.(did)
    expect(await Promise.all(asked)).toEqual([did, did, did])
    const later = prove.ask()
    expect(answers).toHaveLength(2)
    answers[1]?.(!did)
    expect(await later).toBe(!did)
  },
)
