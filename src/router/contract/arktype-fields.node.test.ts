import { type } from 'arktype'
import { expect, it } from 'vitest'
import { createFields } from './create-fields.ts'

// On Node, because arktype compiles its schemas, and Workers do not allow that.
it('a field has no pattern for a regular expression with a flag of arktype', () => {
  const schema = type({ flagged: /^[a-z]+$/i, plain: /^[a-z]$/ })
  const fields = createFields(schema)
  expect(String(fields.flagged.attributes)).not.toContain('pattern')
  expect(String(fields.plain.attributes)).toContain('pattern="^[a-z]$"')
})
