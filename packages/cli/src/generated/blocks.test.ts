import { fillBlocks } from './blocks.ts'

const text = 'a:\n  # generated:b\n  old\n\n  older\n  # /generated:b\nz\n'

test('the text between the markers is replaced, with their indentation', () => {
  const filled = 'a:\n  # generated:b\n  x\n\n    y\n  # /generated:b\nz\n'
  expect(fillBlocks(text, { b: ['x', '', '  y'] })).toBe(filled)
  expect(fillBlocks(filled, { b: ['x', '', '  y'] })).toBe(filled)
})

test('a dollar sign is taken literally', () => {
  expect(fillBlocks(text, { b: ['$& $1'] })).toContain('  $& $1\n')
})

test('an empty block is allowed', () => {
  expect(fillBlocks(text, { b: [] })).toBe('a:\n  # generated:b\n  # /generated:b\nz\n')
})

test('a missing marker is an error that says what to write', () => {
  expect(() => fillBlocks(text, { c: [] })).toThrow('write # generated:c and its end')
  expect(() => fillBlocks('# generated:c\n', { c: [] })).toThrow('write # generated:c and its end')
})
