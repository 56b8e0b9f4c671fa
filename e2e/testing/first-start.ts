// Before all journeys: the product's first start, whose demo world they begin with.

export { makeFirstWorld as default } from './server.ts'
