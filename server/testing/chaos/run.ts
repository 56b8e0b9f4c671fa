import { setTimeout as sleep } from 'node:timers/promises'
import type { BodyOf, CallName, ParamsOf } from '@krapao/contract/client.ts'
import { type Called, callApi } from '../call.ts'
import type { Dice } from './dice.ts'
import type { ChaosMember, ChaosNode, ChaosWorld } from './world.ts'

/** One request of a member under one key, and all definite answers to it. */
export interface Operation {
  kind: string
  memberId: string
  key: string
  answers: { node: string; text: string; status: number }[]
}

/** The state of a run: the operations so far, and the violations found. */
export interface Run {
  world: ChaosWorld
  dice: Dice
  operations: Operation[]
  counts: Record<string, number>
  violations: string[]
  /** Faults that have not run yet. */
  due: Set<string>
  /** A deposit in baht; each amount occurs only once in a run, so that every credit can be matched. */
  amount(way: (typeof ways)[number]): number
  /** Milliseconds between the end of a fault and the next: at least, at most. */
  restMs: [number, number]
  /** True: actors begin no new operations. */
  isEnding: boolean
  /** True: operations that still wait for an answer give up. */
  isOver: boolean
}

/** Ways to deposit, and the minimum of each in satang, which is a multiple of the number of ways. */
export const ways = ['bank', 'code', 'wrong-code', 'gift'] as const
const minSatang = { bank: 100, code: 10_000, 'wrong-code': 10_000, gift: 2000 }

/**
 * Makes amounts that differ: the remainder by the number of ways is the way, and the quotient is new each
 * time.
 */
export function newAmounts(): Run['amount'] {
  const made = new Map<string, number>()
  return (way) => {
    const count = made.get(way) ?? 0
    made.set(way, count + 1)
    return (minSatang[way] + count * ways.length + ways.indexOf(way)) / 100
  }
}

/** Statuses after which a request is repeated with the same key (rules.md §1.5). */
const passing = [0, 429, 500, 503]

export const otherThan = (world: ChaosWorld, node: ChaosNode): ChaosNode =>
  world.nodes[0] === node ? world.nodes[1] : world.nodes[0]

/** The content of an answer, independent of the order of its fields and without the request's own id. */
const factsOf = (body: unknown): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(body as object)
        .filter(([name]) => name !== 'requestId')
        .sort(([name], [other]) => (name < other ? -1 : 1)),
    ),
  )

/** One call with a time-out; undefined if there was no answer, or an indefinite one. */
export async function tryCall<N extends CallName>(
  node: ChaosNode,
  name: N,
  options: Parameters<typeof callApi<N>>[2],
  patienceMs: number,
): Promise<Called<N> | undefined> {
  const late = sleep(patienceMs, undefined)
  const called = await Promise.race([callApi(node.address, name, options).catch(() => undefined), late])
  return called && !passing.includes(called.status) ? called : undefined
}

/**
 * Repeats a request under one key until there is a definite answer, at either node; sometimes with a short
 * time-out, at both nodes at once, or again afterwards.
 */
export async function request<N extends CallName>(
  run: Run,
  { id: memberId, token }: ChaosMember,
  kind: string,
  name: N,
  content: { body?: BodyOf<N>; params?: ParamsOf<N> },
): Promise<Called<N> | undefined> {
  const { world, dice } = run
  const key = `${kind}-${run.operations.length}-${dice.between(0, 2 ** 30).toString(36)}`
  const operation: Operation = { kind, memberId, key, answers: [] }
  run.operations.push(operation)
  const options = { ...content, token, headers: { 'idempotency-key': key } }
  const ask = async (node: ChaosNode) => {
    const patience = dice.roll() < 0.12 ? dice.between(30, 900) : 20_000
    const called = await tryCall(node, name, options as never, patience)
    if (called) {
      operation.answers.push({ node: node.name, status: called.status, text: factsOf(called.body) })
    }
    return called
  }
  let node = dice.one(world.nodes)
  let answer: Called<N> | undefined
  if (dice.roll() < 0.03) {
    const both = await Promise.all(world.nodes.map(ask))
    answer = both.find((found) => found !== undefined)
  }
  while (!answer && !run.isOver) {
    answer = await ask(node)
    node = otherThan(world, node)
    if (!answer) await sleep(dice.between(50, 500))
  }
  if (dice.roll() < 0.05) await ask(node)
  return answer
}
