import { expect, it } from 'vitest'
import { inviteLink } from './invite.ts'

it('the link leads to the register page of this address and names the member', () => {
  expect(inviteLink('https://krapao.example', '01932f4e')).toBe(
    'https://krapao.example/register?code=PR01932f4e',
  )
  expect(new URL(inviteLink('https://krapao.example', 'a&b=c')).searchParams.get('code')).toBe('PRa&b=c')
})
