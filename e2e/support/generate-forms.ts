/** A form for a browser and for a visitor of the test kit to submit. */
export interface GeneratedForm {
  html: string
  /** Texts to put into fields of these names. */
  texts: Record<string, string>
  /** Files to choose in fields of these names. */
  files: Record<string, GeneratedFile[]>
}

export interface GeneratedFile {
  name: string
  type: string
  content: string
}

type Random = () => number

/**
 * Forms with everything that decides what is sent: the same ones for the same seed.
 *
 * Left out is where Chromium departs from the HTML standard: fields in a `datalist`, and `text/plain` together with
 * `formmethod`, which it encodes by the form's own method.
 */
export function generateForms(count: number, seed: number): GeneratedForm[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, at) => generateForm(at, random))
}

const names = [
  'a',
  'b',
  'a',
  'x[]',
  'na me',
  'q"uote',
  'new\nline',
  'cr\rlf\r\n',
  'ünï✓',
  '&=+%',
  '_charset_',
  '',
]
const texts = [
  '',
  'plain',
  ' spaces ',
  'a&b=c+d%20',
  '"quoted"',
  'one\ntwo',
  'one\r\ntwo\rthree',
  'ünï✓𝒳',
  '<b>',
  "~*-._!'()",
]
const encTypes = [
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'Multipart/Form-Data',
  'nonsense',
]
const methods = ['get', 'post', 'POST', 'put', '']

/** Values that the type takes, and some that it does not. */
const valuesByType: Record<string, string[]> = {
  number: ['1', '-2.5e3', '.5', 'abc', '+1', ' 1', '1.'],
  range: ['', '37', '-5', '1000', '12.4', 'abc'],
  date: ['2026-02-28', '2026-02-30', '26-1-1', '0000-01-01'],
  month: ['2026-02', '2026-13', '2026-2'],
  week: ['2026-W53', '2025-W53', '2026-W01', '2026-W00'],
  time: ['23:59', '24:00', '12:30:15', '12:30:15.250', '1:00'],
  'datetime-local': [
    '2026-02-28T12:30',
    '2026-02-28 12:30:00',
    '2026-02-28T12:30:15.500',
    '2026-02-28T25:00',
    '2026-02-28',
  ],
  color: ['#AABBCC', '#123456', '#12345', '#abc'],
  email: ['  a@b.c ', 'a@b.c\n', 'a@b.c , d@e.f'],
  url: [' https://example.com ', 'x\ny'],
}
const inputTypes = [
  ...Object.keys(valuesByType),
  'text',
  'search',
  'tel',
  'password',
  'hidden',
  'unknown',
  'checkbox',
  'checkbox',
  'radio',
  'radio',
  'radio',
  'file',
  'reset',
  'button',
  'submit',
  'image',
]

function generateForm(at: number, random: Random): GeneratedForm {
  const form: GeneratedForm = { html: '', texts: {}, files: {} }
  const controls = Array.from({ length: 1 + pick(random, 8) }, (_, nth) =>
    generateControl(form, `${at}-${nth}`, random),
  )
  const outside = Array.from({ length: pick(random, 3) }, (_, nth) =>
    generateInput(form, `${at}-out-${nth}`, random, {
      form: `form-${at}`,
      name: choose(random, names),
    }),
  )
  const method = maybe(random, 0.3, () => choose(random, ['get', 'post']))
  const encTypesHere =
    method === undefined ? encTypes : encTypes.filter((type) => type !== 'text/plain')
  const submit = attributes({
    id: `send-${at}`,
    name: maybe(random, 0.6, () => choose(random, names)),
    value: maybe(random, 0.6, () => choose(random, texts)),
    formaction: maybe(random, 0.3, () => `/submit/${at}/button?keep=1#there`),
    formmethod: method,
    formenctype: maybe(random, 0.3, () => choose(random, encTypesHere)),
    'aria-label': `Send ${at}`,
  })
  const button = choose(random, [
    `<button ${submit}>Text</button>`,
    `<input type="submit" ${submit}>`,
    `<input type="image" ${submit}>`,
  ])
  const inside = [...controls]
  inside.splice(pick(random, inside.length + 1), 0, button)

  const own = attributes({
    id: `form-${at}`,
    'aria-label': `Form ${at}`,
    target: `frame-${at}`,
    action: `/submit/${at}${choose(random, ['', '?old=1', '#hash', '?'])}`,
    method: maybe(random, 0.9, () => choose(random, methods)),
    enctype: maybe(random, 0.8, () => choose(random, encTypesHere)),
    novalidate: '',
  })
  form.html = `${outside.join('')}<form ${own}>${inside.join('\n')}</form>`
  return form
}

function generateControl(form: GeneratedForm, id: string, random: Random): string {
  const roll = random()
  const common = {
    name: maybe(random, 0.9, () => choose(random, names)),
    disabled: maybe(random, 0.1, () => ''),
  }
  if (roll < 0.08) return generateFieldset(form, id, random)
  if (roll < 0.3) return generateSelect(random, common)
  if (roll < 0.45) return generateTextarea(form, id, random, common)
  if (roll < 0.48) return `<output name="output">no field</output>`
  return generateInput(form, id, random, common)
}

function generateFieldset(form: GeneratedForm, id: string, random: Random): string {
  const legend = `<legend>Legend ${generateInput(form, `${id}-legend`, random, { name: 'legend' })}</legend>`
  const disabled = maybe(random, 0.6, () => '')
  return `<fieldset ${attributes({ disabled })}>${legend}${generateControl(form, `${id}-in`, random)}<legend>${generateInput(form, `${id}-second`, random, { name: 'second' })}</legend></fieldset>`
}

function generateInput(
  form: GeneratedForm,
  id: string,
  random: Random,
  common: Record<string, string | undefined>,
): string {
  const type = choose(random, inputTypes)
  const isText = ['text', 'search', 'tel', 'password', 'unknown'].includes(type)
  const isFilled = isText && random() < 0.4
  const own = { ...common }
  if (isFilled) {
    own['name'] = `filled-${id}`
    form.texts[own['name']] = choose(random, texts)
  }
  if (type === 'file') {
    own['name'] = choose(random, [`file-${id}`, `fi"le\n${id}`])
    const count = pick(random, 3)
    if (count > 0)
      form.files[own['name']] = Array.from({ length: count }, () => generateFile(random))
    if (count > 1) own['multiple'] = ''
  }
  return `<input ${attributes({
    type,
    ...own,
    value: maybe(random, 0.8, () => choose(random, valuesByType[type] ?? texts)),
    checked: maybe(random, 0.5, () => ''),
    readonly: maybe(random, 0.1, () => ''),
    min: maybe(random, type === 'range' ? 0.5 : 0, () => choose(random, ['-10', '5', '0.5'])),
    max: maybe(random, type === 'range' ? 0.5 : 0, () => choose(random, ['20', '50', '1'])),
    step: maybe(random, type === 'range' ? 0.5 : 0, () => choose(random, ['3', '0.1', 'any', '7'])),
    multiple: own['multiple'] ?? maybe(random, type === 'email' ? 0.5 : 0, () => ''),
  })}>`
}

function generateSelect(random: Random, common: Record<string, string | undefined>): string {
  const option = (): string =>
    `<option ${attributes({
      value: maybe(random, 0.6, () => choose(random, texts)),
      selected: maybe(random, 0.4, () => ''),
      disabled: maybe(random, 0.2, () => ''),
      label: maybe(random, 0.1, () => 'Label'),
    })}> Some \n text ${pick(random, 9)} </option>`
  const options = Array.from({ length: pick(random, 5) }, option).join('')
  const group = `<optgroup label="Group" ${attributes({ disabled: maybe(random, 0.5, () => '') })}>${option()}${option()}</optgroup>`
  const own = attributes({
    ...common,
    multiple: maybe(random, 0.4, () => ''),
    size: maybe(random, 0.3, () => choose(random, ['1', '3'])),
  })
  return `<select ${own}>${options}${random() < 0.4 ? group : ''}</select>`
}

function generateTextarea(
  form: GeneratedForm,
  id: string,
  random: Random,
  common: Record<string, string | undefined>,
): string {
  const own: Record<string, string | undefined> = {
    ...common,
    wrap: maybe(random, 0.2, () => 'soft'),
  }
  if (random() < 0.4) {
    own['name'] = `filled-${id}`
    form.texts[own['name']] = choose(random, texts)
  }
  const first = choose(random, ['', '\n'])
  return `<textarea ${attributes(own)}>${first}${escape(choose(random, texts))}</textarea>`
}

function generateFile(random: Random): GeneratedFile {
  return {
    name: choose(random, ['a.txt', 'q"uote.txt', 'ünï.txt', 'no-extension', 'line\nbreak.txt']),
    type: choose(random, ['text/plain', 'image/png', '', 'text/plain;charset=utf-8']),
    content: choose(random, ['', 'hello', 'one\ntwo\r\nthree', '--boundary\r\n']),
  }
}

function attributes(values: Record<string, string | undefined>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${escape(value!)}"`)
    .join(' ')
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
}

function maybe<Value>(random: Random, chance: number, make: () => Value): Value | undefined {
  return random() < chance ? make() : undefined
}

function choose<Value>(random: Random, values: readonly Value[]): Value {
  return values[pick(random, values.length)]!
}

function pick(random: Random, count: number): number {
  return Math.floor(random() * count)
}

/** Mulberry32. */
function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
