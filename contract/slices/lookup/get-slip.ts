import { endpoint, Type } from '../../endpoint.ts'

/** The limits that the slip form shows before a picture is chosen. */
export const getSlip = endpoint({
  method: 'GET',
  path: '/api/lookup/slip',
  summary: 'Rules of a slip upload: minutes after the transfer, size, types, daily closing hours (Bangkok)',
  access: 'member',
  answer: Type.Object({
    uploadWithinMinutes: Type.Integer(),
    maxBytes: Type.Integer(),
    types: Type.Array(Type.String()),
    /** HH:mm; if both are equal, slips are accepted around the clock. */
    closedFrom: Type.String(),
    closedUntil: Type.String(),
  }),
  errors: [],
})
