import { endpoint, Type } from '../../endpoint.ts'

export const getContact = endpoint({
  method: 'GET',
  path: '/api/lookup/contact',
  summary: 'The ways to reach support, in the caller’s language',
  access: 'visitor',
  answer: Type.Object({
    contactText: Type.String(),
    lineLink: Type.String(),
    lineName: Type.String(),
    /** Address of the QR image; empty: the app shows its default image or none. */
    lineQR: Type.String(),
  }),
  errors: [],
})
