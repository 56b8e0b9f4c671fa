import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { replaceAnswer } from './replace-answer.ts'

/** A query that is shown, whose answers the test gives. */
const queryKey = ['wallet']
let stop = () => {}
afterEach(() => stop())

function shownQuery() {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  const asked: PromiseWithResolvers<number>[] = []
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: () => {
      const answer = Promise.withResolvers<number>()
      asked.push(answer)
      return answer.promise
    },
  })
  stop = observer.subscribe(() => {})
  const shown = () => queries.getQueryData<number>(queryKey)
  const answer = async (value: number) => {
    asked.at(-1)?.resolve(value)
    await expect.poll(() => queries.isFetching()).toBe(0)
  }
  return { queries, asked, shown, answer }
}

it('an answer that was on its way is asked for again', async () => {
  const { queries, asked, shown, answer } = shownQuery()
  await answer(1)
  queries.invalidateQueries({ queryKey })
  expect(asked).toHaveLength(2)
  await replaceAnswer(queries, queryKey, 5)
  expect(shown()).toBe(5)
  expect(asked).toHaveLength(3)
  asked[1]?.resolve(2)
  await answer(7)
  expect(shown()).toBe(7)
})

it('without one nothing is asked', async () => {
  const { queries, asked, shown, answer } = shownQuery()
  await answer(1)
  await replaceAnswer<number>(queries, queryKey, (before = 0) => before + 1)
  expect([shown(), asked.length]).toEqual([2, 1])
})

it('it is asked for when the server has heard the last of several changes, also if it refused one', async () => {
  const { queries, asked, answer } = shownQuery()
  await answer(1)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changes = [first, second].map(({ promise }) => replaceAnswer(queries, queryKey, 2, () => promise))
  second.reject(new Error('refused'))
  await changes[1]
  expect(asked).toHaveLength(1)
  first.resolve()
  await changes[0]
  expect(asked).toHaveLength(2)
  await answer(3)
})

it('a change that the server never hears, as after a logout, holds up no later member’s', async () => {
  const { queries } = shownQuery()
  replaceAnswer(queries, queryKey, 2, () => new Promise(() => {}))
  await expect.poll(() => queries.getQueryData(queryKey)).toBe(2)
  stop()
  queries.clear()
  let asked = 0
  const observer = new QueryObserver(queries, { queryKey, queryFn: async () => ++asked })
  stop = observer.subscribe(() => {})
  await expect.poll(() => queries.isFetching()).toBe(0)
  await replaceAnswer(queries, queryKey, 5, async () => {})
  expect(asked).toBe(2)
})
