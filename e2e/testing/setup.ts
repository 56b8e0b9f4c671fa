// Runs once before all journeys, and what it returns once after them.

export { keepServers as default } from './server.ts'
