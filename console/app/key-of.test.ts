import { expect, test } from 'vitest'
import { letterOf } from './key-of.ts'

test.each([
  // what is pressed, its code, with Shift, the key
  ['a', 'KeyA', false, 'a'],
  ['A', 'KeyA', true, 'a'],
  ['ฟ', 'KeyA', false, 'a'],
  ['ັ', 'KeyA', false, 'a'],
  ['ๅ', 'Digit1', false, undefined],
  ['ภ', 'Digit4', false, undefined],
  ['๑', 'Digit2', true, '1'],
  ['໒', 'Digit2', false, '2'],
  ['1', 'Digit1', false, '1'],
  ['1', 'Numpad1', false, '1'],
  ['ฝ', 'Slash', false, '/'],
  ['ฦ', 'Slash', true, '?'],
  ['?', 'Minus', true, '?'],
  ['a', 'KeyQ', false, 'a'],
  ['Enter', 'Enter', false, undefined],
  ['Escape', 'Escape', false, undefined],
  [' ', 'Space', false, undefined],
  ['ArrowDown', 'ArrowDown', false, undefined],
])('%s at %s, Shift %s: %s', (key, code, shiftKey, letter) => {
  expect(letterOf({ key, code, shiftKey })).toBe(letter)
})
