/** A form on a page of its own, which a browser and a visitor of the test kit fill in and submit. */
export interface WrittenForm {
  /** What the form shows, as the end of a sentence. */
  readonly about: string
  /** What is in the form, or the whole page if it has a `<form`. */
  readonly html: string
  /** The attributes of the form. By default, it is sent with POST. */
  readonly form?: string
  /** The type of the page; `text/html; charset=utf-8` by default. */
  readonly type?: string
  /** What to type into the fields of these names. */
  readonly typed?: Readonly<Record<string, string>>
  /** Whether to press Enter in the first field instead of clicking the first button. */
  readonly enter?: true
}

const button = '<button>Send</button>'
const western = 'text/html; charset=windows-1252'
const multipart = 'method="post" enctype="multipart/form-data"'
const plain = 'method="post" enctype="text/plain"'

/** Forms whose bytes are easy to get wrong. {@link generateForms} has the ordinary ones. */
export const writtenForms: readonly WrittenForm[] = [
  // Mail addresses
  mail('a domain that is not ASCII', 'ada@bücher.example'),
  mail('a name that is not ASCII', 'ädä@example.com'),
  mail('a domain with capitals that are not ASCII', 'Ada@BÜCHER.Example'),
  mail('a domain that is already in punycode', 'ada@xn--bcher-kva.example'),
  mail('a domain with an invalid character', 'ada@bü_cher.example'),
  mail('spaces around it', '  ada@example.com '),
  mail('a full stop that is not ASCII', 'ada@例え。テスト'),
  {
    about: 'has several mail addresses with domains that are not ASCII',
    html: `<input type="email" name="a" multiple>${button}`,
    typed: { a: 'ada@bücher.example, eve@straße.example' },
  },
  {
    about: 'has a mail address that is not ASCII in its HTML',
    html: `<input type="email" name="a" value="ada@bücher.example">${button}`,
  },

  // The Enter key
  enter('one text field and no button', '<input name="a">'),
  enter('two text fields and no button', '<input name="a"><input name="b">'),
  enter('two text fields and a button', `<input name="a"><input name="b">${button}`),
  enter(
    'two text fields and a disabled button',
    '<input name="a"><input name="b"><button disabled>Send</button>',
  ),
  enter('one text field and a disabled button', '<input name="a"><button disabled>Send</button>'),
  enter(
    'a disabled button before another',
    `<input name="a"><button disabled name="x" value="1">No</button><button name="x" value="2">Yes</button>`,
  ),
  enter(
    'a text field, a disabled text field and no button',
    '<input name="a"><input name="b" disabled>',
  ),
  enter(
    'a text field, hidden fields and no button',
    '<input name="a"><input type="hidden" name="b" value="1">',
  ),
  enter(
    'a text field, a checkbox and no button',
    '<input name="a"><input type="checkbox" name="b" checked>',
  ),
  enter(
    'a text field, a textarea, a select and no button',
    '<input name="a"><textarea name="b">x</textarea><select name="c"><option>1</select>',
  ),
  enter('a checkbox alone and no button', '<input type="checkbox" name="a">'),
  enter('a number field alone and no button', '<input type="number" name="a">'),
  enter(
    'a number field, a text field and no button',
    '<input type="number" name="a"><input name="b">',
  ),
  enter('a text field, a date field and no button', '<input name="a"><input type="date" name="b">'),
  enter(
    'a search field, a password field and no button',
    '<input type="search" name="a"><input type="password" name="b">',
  ),
  enter(
    'a text field and a button that is not for sending',
    '<input name="a"><button type="button">No</button>',
  ),
  enter(
    'two text fields and a picture as its button',
    '<input name="a"><input name="b"><input type="image" name="c" alt="Send">',
  ),
  enter(
    'two text fields and a button elsewhere on the page',
    '<form id="f" method="post" action="/submit" target="f"><input name="a"><input name="b"></form><button form="f" name="x" value="1">Send</button>',
  ),

  // Encodings of characters
  encoded('accept-charset of windows-1252', 'method="post" accept-charset="windows-1252"'),
  encoded('accept-charset of latin1, the other name', 'method="post" accept-charset="Latin1"'),
  encoded(
    'accept-charset with an unknown name first',
    'method="post" accept-charset="klingon iso-8859-2 utf-8"',
  ),
  encoded('accept-charset with commas', 'method="post" accept-charset="klingon, iso-8859-7"'),
  encoded('accept-charset of unknown names', 'method="post" accept-charset="klingon"'),
  encoded('accept-charset of UTF-16', 'method="post" accept-charset="utf-16"'),
  encoded('accept-charset of windows-1252 and GET', 'method="get" accept-charset="windows-1252"'),
  encoded('accept-charset of windows-1252 and files', `${multipart} accept-charset="windows-1252"`),
  encoded(
    'accept-charset of windows-1252 and plain text',
    `${plain} accept-charset="windows-1252"`,
  ),
  encoded('accept-charset of windows-1251', 'method="post" accept-charset="windows-1251"'),
  encoded('accept-charset of koi8-r', 'method="post" accept-charset="koi8-r"'),
  encoded('accept-charset of macintosh', 'method="post" accept-charset="macintosh"'),
  { ...encoded('a page of windows-1252', 'method="post"'), type: western },
  { ...encoded('a page of windows-1252 and GET', 'method="get"'), type: western },
  { ...encoded('a page of windows-1252 and files', multipart), type: western },
  { ...encoded('a page of windows-1252 and plain text', plain), type: western },
  {
    ...encoded(
      'a page of windows-1252 and accept-charset of UTF-8',
      'method="post" accept-charset="utf-8"',
    ),
    type: western,
  },
  {
    ...encoded('a page of iso-8859-1, which browsers read as windows-1252', 'method="post"'),
    type: 'text/html; charset=iso-8859-1',
  },
  { ...encoded('a page that names no encoding', 'method="post"'), type: 'text/html' },
  {
    about: 'is on a page whose meta element names its encoding',
    html: `<meta charset="windows-1251"><form method="post" action="/submit" target="f"><input name="a" value="\u00e4"><input type="hidden" name="_charset_">${button}</form>`,
    type: 'text/html',
  },
  {
    about: 'is on a page whose meta element for http-equiv names its encoding',
    html: `<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><form method="post" action="/submit" target="f"><input name="a" value="\u00e4"><input type="hidden" name="_charset_">${button}</form>`,
    type: 'text/html',
  },
  {
    about: 'has an action with a query on a page of windows-1252',
    html: `<input name="a" value="\u00e4">${button}`,
    form: 'method="post" action="/submit?q=\u00e4&e=%E4#\u00e4"',
    type: western,
  },

  // Writing direction
  direction('nothing that says so', '<input name="a" dirname="d">', 'שלום'),
  direction('dir="auto" and Hebrew', '<input name="a" dirname="d" dir="auto">', 'שלום'),
  direction(
    'dir="auto" and Arabic after digits',
    '<input name="a" dirname="d" dir="auto">',
    '123 مرحبا',
  ),
  direction(
    'dir="auto" and English before Hebrew',
    '<input name="a" dirname="d" dir="auto">',
    'a שלום',
  ),
  direction('dir="auto" and nothing typed', '<input name="a" dirname="d" dir="auto">', ''),
  direction('dir="auto" and digits', '<input name="a" dirname="d" dir="auto">', '123'),
  direction(
    'dir="auto" in a textarea',
    '<textarea name="a" dirname="d" dir="auto"></textarea>',
    'שלום',
  ),
  direction(
    'dir="auto" in a textarea whose second line is Hebrew',
    '<textarea name="a" dirname="d" dir="auto"></textarea>',
    'a\nשלום',
  ),
  direction(
    'dir="auto", nothing typed and dir="rtl" around it',
    '<div dir="rtl"><input name="a" dirname="d" dir="auto"></div>',
    '',
  ),
  direction(
    'dir="auto" around it, with Hebrew before the field',
    '<div dir="auto">שלום <input name="a" dirname="d"></div>',
    'a',
  ),
  direction(
    'dir="auto" around it, with English before the field',
    '<div dir="auto">Name <input name="a" dirname="d"></div>',
    'שלום',
  ),
  direction(
    'dir="rtl" around a telephone number',
    '<div dir="rtl"><input type="tel" name="a" dirname="d"></div>',
    '1',
  ),
  direction('dir="rtl" around a text', '<div dir="rtl"><input name="a" dirname="d"></div>', '1'),
  direction('an unknown dir', '<div dir="rtl"><input name="a" dirname="d" dir="up"></div>', '1'),

  // Lines of a textarea
  wrapped('long words', 'cols="10" wrap="hard"', 'one two three four five six'),
  wrapped('lines that fit', 'cols="10" wrap="HARD"', 'one two\nthree four\n\nfive'),
  wrapped('a line that just fits', 'cols="10" wrap="hard"', 'abcdefghij abcdefghij'),
  wrapped('several spaces at the end of a line', 'cols="10" wrap="hard"', 'abcdefghij   abc'),
  wrapped('no number of columns', 'wrap="hard"', 'one two three four five six seven'),
  wrapped(
    'an invalid number of columns',
    'cols="0" wrap="hard"',
    'one two three four five six seven',
  ),
  wrapped('soft lines', 'cols="10" wrap="soft"', 'one two three four five six'),

  // Colors
  color('RED'),
  color('rebeccapurple'),
  color('#F00'),
  color('#aabbccdd'),
  color('#abcd'),
  color('transparent'),
  color('currentcolor'),
  color('nonsense'),
  color(' red '),
]

function mail(what: string, address: string): WrittenForm {
  return {
    about: `has a mail address with ${what}`,
    html: `<input type="email" name="a">${button}`,
    typed: { a: address },
  }
}

function enter(what: string, html: string): WrittenForm {
  return { about: `has ${what}, after the Enter key`, html, enter: true }
}

function encoded(what: string, form: string): WrittenForm {
  return {
    about: `has ${what}`,
    form,
    html: `<input name="\u00e4"><input name="b"><input type="hidden" name="_charset_">${button}`,
    typed: { '\u00e4': '\u00e4 € ы א 漢 😀', b: 'a+b&c=d' },
  }
}

function direction(what: string, html: string, text: string): WrittenForm {
  return { about: `has a field with dirname and ${what}`, html: html + button, typed: { a: text } }
}

function wrapped(what: string, attributes: string, text: string): WrittenForm {
  // Chromium wraps by the width of a column, which is that of a character in this font, but not in every monospaced one.
  const font = 'style="font-family: DejaVu Sans Mono, monospace"'
  return {
    about: `has a textarea with ${what}`,
    html: `<textarea name="a" ${font} ${attributes}></textarea>${button}`,
    typed: { a: text },
  }
}

function color(value: string): WrittenForm {
  return {
    about: `has the color ${JSON.stringify(value)}`,
    html: `<input type="color" name="a" value="${value}">${button}`,
  }
}
