/** A form on a page of its own, which a browser and a visitor of the test kit fill in and submit. */
export interface WrittenForm {
  /** What the form shows, as the end of a sentence. */
  readonly about: string
  /** What is in the form, or the whole page if it has a `<form`. */
  readonly html: string
  /** The attributes of the form. By default, it is sent with POST. */
  readonly form?: string
  /** What to type into the fields of these names. */
  readonly typed?: Readonly<Record<string, string>>
  /** Whether to press Enter in the first field instead of clicking the first button. */
  readonly enter?: true
}

const button = '<button>Send</button>'
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
  encoded('text that is not ASCII', 'method="post"'),
  encoded('text that is not ASCII and GET', 'method="get"'),
  encoded('text that is not ASCII and files', multipart),
  encoded('text that is not ASCII and plain text', plain),
  encoded('accept-charset of UTF-8', 'method="post" accept-charset="Utf-8"'),
  encoded('accept-charset of UTF-8 first', 'method="post" accept-charset="utf8, windows-1252"'),
  {
    about: 'has an action with a query that is not ASCII',
    html: `<input name="a" value="\u00e4">${button}`,
    form: 'method="post" action="/submit?q=\u00e4&e=%E4#\u00e4"',
  },

  // Colors
  color('#F00'),
  color('#aabbccdd'),
  color('#abcd'),
  color('#AABBCC'),
  color('#12345'),
  color(''),
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

function color(value: string): WrittenForm {
  return {
    about: `has the color ${JSON.stringify(value)}`,
    html: `<input type="color" name="a" value="${value}">${button}`,
  }
}
