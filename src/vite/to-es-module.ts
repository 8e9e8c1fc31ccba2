/**
 * Converts a CommonJS module to an ES module, so that a bundler can leave out what nothing imports.
 *
 * This is for modules as React publishes them, in strict mode: they require others at their top, and assign to
 * `exports.name`. It looks at the text only, because parsing the whole of React would take a second of each build.
 *
 * @param names Names to export in any case: as `undefined`, if the module does not have them
 * @returns The code, or `null` if the module does something else
 */
export function toEsModule(code: string, names: readonly string[] = []): string | null {
  // Before the first brace, nothing is inside a function or a condition.
  const top = code.slice(0, code.indexOf('{'))
  const imports: string[] = []
  const required = top
    // The import gets the name of the variable: only then can a bundler follow its members.
    .replace(/\b(\w+) = require\(("[\w/-]+")\)(?=[,;])/g, (_, name: string, id: string) => {
      imports.push(`import * as ${name} from ${id}`)
      return `unused$${imports.length}`
    })
    .replace(/\brequire\(("[\w/-]+")\)/g, (_, id: string) => {
      imports.push(`import * as required$${imports.length} from ${id}`)
      return `required$${imports.length - 1}`
    })
  const rest = required + code.slice(top.length)
  const isOther = /\brequire\b|\bmodule\.exports\b|\bexports\b(?!\.\w)|\bexports\.default\b/.test(
    rest,
  )
  if (isOther || !code.includes('{')) return null

  const assigned = Array.from(rest.matchAll(/\bexports\.(\w+) [^\s=]?=(?!=)/g), ([, name]) => name!)
  const own = [...new Set(assigned)]
  const missing = names.filter((name) => !own.includes(name))
  const isAssignedOnce = (name: string): boolean =>
    assigned.indexOf(name) === assigned.lastIndexOf(name)
  const declared = new Set<string>()
  const body = rest
    // At the start of a line, after the end of a statement. An assignment is an effect, and a declaration is not.
    .replace(/(?<=[;}/]\s*\n)exports\.(\w+) =/g, (text, name: string) => {
      if (!isAssignedOnce(name)) return text
      declared.add(name)
      return `var ${text}`
    })
    .replace(/\bexports\.(\w+)/g, 'exports$$$1')
  const undeclared = own.filter((name) => !declared.has(name))

  return [
    ...imports,
    ...undeclared.map((name) => `var exports$${name};`),
    ...missing.map((name) => `const exports$${name} = undefined;`),
    body,
    `export { ${[...own, ...missing].map((name) => `exports$${name} as ${name}`).join(', ')} }`,
    // For `import React from 'react'`.
    `export default { ${own.map((name) => `${name}: exports$${name}`).join(', ')} }`,
  ].join('\n')
}
