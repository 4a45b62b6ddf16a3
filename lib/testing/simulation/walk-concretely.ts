/** Walks through a scope state by state, without tables. It is slow, and the explorer is checked against it. */
import { describeStep, initialState, possibleSteps, type Scope, type State, take } from './model'
import { Sides } from './sides'
import type { Rules } from './store'

interface Walk {
  states: number
  /** Two histories whose states have the same key but lead to different states; null if there are none. */
  clash: string | null
}

export function walkConcretely(scope: Scope, rules: Rules): Walk {
  const sides = new Sides(scope, rules)
  const keyOf = (state: State): string => {
    const numbers = sides.numbersOf(state).toSorted((a, b) => a - b)
    const { changesLeft, readsLeft, failuresLeft, leapsLeft, failoversLeft } = state
    return [...numbers, changesLeft, readsLeft, failuresLeft, leapsLeft, failoversLeft].join()
  }
  const begin = initialState(scope)
  const known = new Map([[keyOf(begin), { leadsTo: '', history: '' }]])
  let level = [{ state: begin, key: keyOf(begin), history: '' }]
  while (level.length > 0) {
    const next: typeof level = []
    for (const { state, key, history } of level) {
      const steps = possibleSteps(state, scope).map((step) => {
        const after = take(state, step, rules)
        const line = `${history}${describeStep(step, state)}. `
        return { state: after, key: keyOf(after), history: line }
      })
      const leadsTo = [...new Set(steps.map((step) => step.key))].toSorted().join(' ')
      const same = known.get(key)
      if (same && same.leadsTo !== '' && same.leadsTo !== leadsTo)
        return { states: known.size, clash: `${same.history}\n${history}` }
      if (same?.leadsTo) continue
      known.set(key, { leadsTo, history })
      for (const step of steps) {
        if (!known.has(step.key)) known.set(step.key, { leadsTo: '', history: '' })
        next.push(step)
      }
    }
    level = next
  }
  return { states: known.size, clash: null }
}
