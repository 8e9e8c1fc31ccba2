/** A kind of input that has made code slow: it costs more than other input of its size. */
export interface HostileShape {
  /** In words, such as `a long key with many items`. */
  readonly what: string
  /**
   * Creates the input.
   *
   * @param size About how many characters
   */
  readonly create: (size: number) => string
}

/** Members for a JSON object. Some of them are not JSON. */
export const hostileMembers: readonly HostileShape[] = [
  {
    what: 'a long key with many items',
    create: (size) => `"${'k'.repeat(size / 2)}":[${fill('0,', size / 2)}0]`,
  },
  {
    what: 'a long key with many keys',
    create: (size) =>
      `"${'k'.repeat(size / 2)}":{${fill((index) => `"${index}":0,`, size / 2)}"a":0}`,
  },
  {
    what: 'long keys in each other',
    create: (size) => `${`"${'k'.repeat(size / 32)}":{`.repeat(32)}"a":0${'}'.repeat(32)}`,
  },
  { what: 'a long key of dots', create: (size) => `"${'a.'.repeat(size / 2)}":0` },
  { what: 'a long text', create: (size) => `"title":"${'a'.repeat(size)}"` },
  { what: 'a long number', create: (size) => `"title":${'1'.repeat(size)}` },
  { what: 'many spaces', create: (size) => `"title":${' '.repeat(size)}0` },
  members('many keys', (index) => `"k${index}":0,`),
  members('many equal keys', '"k":0,'),
  members('many names in camel case', (index) => `"aPinA${index}":0,`),
  members('many objects', '{"title":0},', '"items":[', '0]'),
  members('many items', '"",', '"items":[', '0]'),
  members('many lists', '[[]],', '"items":[', '0]'),
  members('a long secret', 'a', '"password":"', '"'),
  members('a long secret of line breaks', 'a\\r\\n', '"password":"', '"'),
  members('a long secret of escapes', '\\"\\\\', '"password":"', '"'),
  members('many secrets', (index) => `"${index}",`, '"token":[', '""]'),
  members('many secret keys', (index) => `"k${index}Password":"${index}",`),
  members('many strings with a wrong escape', String.raw`"\qaaaaaaaaa",`, '"items":[', '""]'),
  members('many strings like __proto__', '"__proto__x",', '"items":[', '""]'),
  members('many texts __proto__', '"__proto__",', '"items":[', '""]'),
  members('many escaped underscores', String.raw`"\u005f\u005f\u0070roto",`, '"items":[', '""]'),
  members('many backslashes', '\\\\', '"items":"', '"'),
  members('many escaped quotes', '\\"', '"items":"', '"'),
  members('a string that does not end', '\\"', '"items":"', ''),
  members('brackets that do not end', '[', '"items":', ''),
  members('braces that do not end', '{"a":', '', ''),
]

/** Pairs for a query or an urlencoded form. */
export const hostilePairs: readonly HostileShape[] = [
  { what: 'a long name', create: (size) => `${'k'.repeat(size)}=0` },
  { what: 'a name of dots', create: (size) => `${'.'.repeat(size)}=0` },
  { what: 'a deep name', create: (size) => `${fill('a.', size)}a=0` },
  { what: 'a long text', create: (size) => `title=${'a'.repeat(size)}` },
  { what: 'a text of line breaks', create: (size) => `title=${fill('%0D%0A', size)}` },
  { what: 'a long number', create: (size) => `items=${'1'.repeat(size)}` },
  { what: 'a long text of spaces', create: (size) => `items=${'+'.repeat(size)}1` },
  { what: 'a long secret', create: (size) => `password=${'a'.repeat(size)}` },
  { what: 'a long secret of line breaks', create: (size) => `password=${fill('a%0D%0A', size)}` },
  {
    what: 'a long secret and many items',
    create: (size) => `password=${fill('a%0D%0A', size / 2)}&${fill('items=a&', size / 2)}`,
  },
  {
    what: 'long names that share a beginning',
    create: (size) => fill((index) => `${'a.'.repeat(32)}${index}=0&`, size),
  },
  repeated('many names', (index) => `k${index}=0&`),
  repeated('many names of two parts', (index) => `title.${index}=0&`),
  repeated('many equal names', 'title=&'),
  repeated('many items', 'items=a&'),
  repeated('many empty items', 'items=&'),
  repeated('many secrets', (index) => `token=${index}&`),
  repeated('many separators', '&'),
  repeated('many equals signs', '='),
  repeated('many plus signs', '+'),
  repeated('many percent signs', '%'),
  repeated('many wrong escapes', '%zz&'),
  repeated('many escapes', '%41'),
  repeated('many names with wrong escapes', '%ff=&'),
  repeated('many names with right and wrong escapes', '%41%=&'),
  { what: 'a text of HTML', create: (size) => `title=${fill('%3C%26', size)}` },
  repeated('many brackets', 'a[]'),
  repeated('many names of Object.prototype', '__proto__.constructor=0&'),
]

type Unit = string | ((index: number) => string)

/** A shape that repeats a unit after its start. */
export function repeated(what: string, unit: Unit, start = ''): HostileShape {
  return { what, create: (size) => start + fill(unit, size - start.length) }
}

/** A shape that is valid if it ends with `end`. Without it, a comma at the end is left out. */
function members(what: string, unit: Unit, start = '', end?: string): HostileShape {
  return {
    what,
    create: (size) => {
      const text = start + fill(unit, size)
      return end === undefined ? text.replace(/,$/, '') : text + end
    },
  }
}

/** Repeats a unit, never a part of one. The index is different in each, for texts of distinct items. */
function fill(unit: Unit, size: number): string {
  const parts: string[] = []
  for (let index = 0, length = 0; length < size; index++) {
    const part = typeof unit === 'string' ? unit : unit(index)
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}
