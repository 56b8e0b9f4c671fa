// Runs once before all journeys: starts the product for the first time, to make the demo world that their servers copy.

export { makeFirstWorld as default } from './server.ts'
