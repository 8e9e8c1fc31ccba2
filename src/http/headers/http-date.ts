const DAY_FIRST =
  /^[A-Za-z]{3,9}, ([0-9]{2})[ -]([A-Za-z]{3})[ -]([0-9]{4}|[0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) GMT$/
const ASCTIME =
  /^[A-Za-z]{3} ([A-Za-z]{3}) ([0-9 ][0-9]) ([0-9]{2}):([0-9]{2}):([0-9]{2}) ([0-9]{4})$/

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'

/**
 * Parses an HTTP date: `Sun, 06 Nov 1994 08:49:37 GMT` and the two obsolete forms of RFC 9110 §5.6.7, also with the
 * dashes that cookies use.
 *
 * @param text The field value
 * @returns The date, or `null` for anything else
 */
export function parseHttpDate(text: string | null): Date | null {
  if (text === null) return null

  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) {
    const [, day, month, year, hour, minute, second] = dayFirst
    return toDate(fullYear(year!), month!, day!, hour!, minute!, second!)
  }

  const asctime = ASCTIME.exec(text)
  if (asctime) {
    const [, month, day, hour, minute, second, year] = asctime
    return toDate(Number(year), month!, day!, hour!, minute!, second!)
  }

  return null
}

const DELIMITERS = /[\t\x20-\x2F\x3B-\x40\x5B-\x60\x7B-\x7E]+/

/**
 * Parses the date of a cookie as browsers do (RFC 6265bis §5.1.1): the time, the day, the month and the year, between any
 * other text.
 */
export function parseCookieDate(text: string): Date | null {
  let time: RegExpExecArray | null = null
  let day: RegExpExecArray | null = null
  let month: RegExpExecArray | null = null
  let year: RegExpExecArray | null = null
  for (const token of text.split(DELIMITERS)) {
    if (!time && (time = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/.exec(token))) continue
    if (!day && (day = /^\d{1,2}(?!\d)/.exec(token))) continue
    if (!month && (month = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.exec(token)))
      continue
    year ??= /^\d{2,4}(?!\d)/.exec(token)
  }
  if (!time || !day || !month || !year) return null

  const [, hour, minute, second] = time
  const number = Number(year[0])
  const century = number < 70 ? 2000 : number < 100 ? 1900 : 0
  return toDate(century + number, month[0], day[0], hour!, minute!, second!)
}

/** RFC 6265 §5.1.1 reads two digits like this. So does RFC 9110 §5.6.7 for any date near now. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}

function toDate(
  year: number,
  monthName: string,
  day: string,
  hour: string,
  minute: string,
  second: string,
): Date | null {
  const month = MONTHS.indexOf(monthName.toLowerCase()) / 3
  if (!Number.isInteger(month) || month < 0) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null

  const date = new Date(0)
  date.setUTCFullYear(year, month, Number(day))
  date.setUTCHours(Number(hour), Number(minute), Number(second))
  // 31 February would become a date in March.
  return date.getUTCDate() === Number(day) ? date : null
}
