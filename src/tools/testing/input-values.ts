import { attribute, hasAttribute, type HtmlElement } from './html.ts'

/** HTML Standard, "value sanitization": converts a text to the value of an `input` of this type. */
export function sanitizeValue(element: HtmlElement, type: string, value: string): string {
  switch (type) {
    case 'text':
    case 'search':
    case 'tel':
    case 'password':
      return stripLines(value)
    case 'url':
      return trim(stripLines(value))
    case 'email':
      return hasAttribute(element, 'multiple')
        ? value.split(',').map(sanitizeEmail).join(',')
        : sanitizeEmail(value)
    case 'number':
    case 'date':
    case 'month':
    case 'week':
    case 'time':
      return toNumber(type, value) === null ? '' : value
    case 'datetime-local':
      return toNumber(type, value) === null ? '' : writeLocalTime(value)
    case 'range':
      return sanitizeRange(element, value)
    case 'color':
      return sanitizeColor(value)
    default:
      return value
  }
}

/**
 * Any other text stays unchanged if it is neither empty nor digits: browsers know the names and functions of CSS, and the
 * test kit does not.
 */
function sanitizeColor(text: string): string {
  return readColor(text) ?? (text === '' || text.startsWith('#') ? '#000000' : text)
}

/** Reads the color of an `<input type="color">`, if it is written in digits. */
export function readColor(text: string): string | null {
  const [, short, long] =
    /^#(?:([\da-f]{3})[\da-f]?|([\da-f]{6})(?:[\da-f]{2})?)$/.exec(text.toLowerCase()) ?? []
  const digits = long ?? short?.replaceAll(/./g, '$&$&')
  return digits === undefined ? null : `#${digits}`
}

/** HTML Standard, "valid email address". */
const email =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i

export function isEmail(text: string): boolean {
  return email.test(text)
}

/** Browsers write a domain that is not ASCII as punycode, if the result is an email address. */
function sanitizeEmail(text: string): string {
  const address = trim(stripLines(text))
  const [, name, domain] = /^(.*)@(.*[^\0-\x7F].*)$/.exec(address) ?? []
  // Chromium still converts names of domains as IDNA 2003 did.
  const host = domain?.replaceAll(/ß/gi, 'ss').replaceAll('ς', 'σ')
  const ascii = `${name}@${URL.parse(`http://${host}`)?.hostname}`
  return domain !== undefined && isEmail(ascii) ? ascii : address
}

/** Returns a number to compare with `min`, `max` and `step`, or `null` if the text is not a value of this type. */
export function toNumber(type: string, text: string): number | null {
  switch (type) {
    case 'number':
    case 'range':
      return /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? finite(Number(text)) : null
    case 'date':
      return readDate(text)
    case 'month': {
      const [, year, month] = /^(\d{4,})-(\d\d)$/.exec(text) ?? []
      return readDate(`${text}-01`) === null ? null : (Number(year) - 1970) * 12 + Number(month) - 1
    }
    case 'week':
      return readWeek(text)
    case 'time':
      return readTime(text)
    case 'datetime-local': {
      const [date = '', time = ''] = text.split(/[T ]/)
      const [day, ms] = [readDate(date), readTime(time)]
      return day === null || ms === null ? null : day + ms
    }
    default:
      return null
  }
}

const day = 86_400_000

/** The unit of `step`, the default step in that unit, and the value from which steps are counted. */
export const steps: Readonly<Record<string, { unit: number; step: number; base: number }>> = {
  number: { unit: 1, step: 1, base: 0 },
  range: { unit: 1, step: 1, base: 0 },
  date: { unit: day, step: 1, base: 0 },
  month: { unit: 1, step: 1, base: 0 },
  week: { unit: 7 * day, step: 1, base: -3 * day },
  time: { unit: 1000, step: 60, base: 0 },
  'datetime-local': { unit: 1000, step: 60, base: 0 },
}

/** The distance between allowed values, or `null` if any is allowed. */
export function stepOf(element: HtmlElement, type: string): number | null {
  const { unit, step } = steps[type]!
  const text = attribute(element, 'step')
  if (text?.toLowerCase() === 'any') return null

  const given = toNumber('number', text ?? '')
  return unit * (given !== null && given > 0 ? given : step)
}

/** Returns the value of `min` or `max`, if it is valid. */
export function limitOf(element: HtmlElement, type: string, name: 'min' | 'max'): number | null {
  return toNumber(type, attribute(element, name) ?? '')
}

function stripLines(text: string): string {
  return text.replaceAll(/[\r\n]/g, '')
}

function trim(text: string): string {
  return text.replaceAll(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '')
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null
}

function readDate(text: string): number | null {
  const [, year, month, date] = /^(\d{4,})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined || Number(year) === 0) return null
  const time = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(date))
  // `Date` would move a day that the month does not have into the next month.
  const isDay = new Date(time).getUTCDate() === Number(date)
  return isDay && new Date(time).getUTCMonth() === Number(month) - 1 ? time : null
}

function readTime(text: string): number | null {
  const [, hours, minutes, seconds = '0', fraction = ''] =
    /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/.exec(text) ?? []
  if (Number(hours ?? 24) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return (
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
    Number(fraction.padEnd(3, '0'))
  )
}

/** Returns the Monday of a week. The first week of a year contains its first Thursday. */
function readWeek(text: string): number | null {
  const [, year, week] = /^(\d{4,})-W(\d\d)$/.exec(text) ?? []
  if (year === undefined || Number(year) === 0) return null

  const start = firstMonday(Number(year)) + (Number(week) - 1) * 7 * day
  return Number(week) > 0 && start < firstMonday(Number(year) + 1) ? start : null
}

function firstMonday(year: number): number {
  const fourth = new Date(0).setUTCFullYear(year, 0, 4)
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day
}

/** HTML Standard, "normalized local date and time": a T between, and no seconds that are zero. */
function writeLocalTime(text: string): string {
  return text
    .replace(' ', 'T')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/(T\d\d:\d\d):00$/, '$1')
}

function sanitizeRange(element: HtmlElement, text: string): string {
  const min = limitOf(element, 'range', 'min') ?? 0
  const max = Math.max(min, limitOf(element, 'range', 'max') ?? 100)
  const wanted = toNumber('range', text) ?? min + (max - min) / 2
  const value = Math.min(Math.max(wanted, min), max)
  const step = stepOf(element, 'range')
  if (step === null) return String(value)

  const base =
    limitOf(element, 'range', 'min') ?? toNumber('range', attribute(element, 'value') ?? '') ?? 0
  const count = Math.round((value - base) / step)
  const nearest = [count, count - 1, count + 1]
    .map((steps) => Number((base + steps * step).toPrecision(12)))
    .find((candidate) => candidate >= min && candidate <= max)
  return String(nearest ?? value)
}
