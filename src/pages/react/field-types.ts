import type { RefCallback } from 'react'
import type { Schema } from '../../router/contract/index.ts'
import type {
  FieldAttributes,
  FieldName,
  IsList,
  RowOf,
  ValueOf,
} from '../../internal/forms/fields.ts'
import type { Fetcher } from '../page-protocol/fetcher.ts'
import type { Route } from '../../router/routes/index.ts'

/** Options of `useFields()`. `Input` is the input of the schema. */
export type UseFieldsOptions<
  Input = unknown,
  Part extends 'body' | 'search' = 'body',
> = FormOption<Input> & {
  /**
   * The part of the contract that the form sends.
   *
   * @default 'body'
   */
  readonly of?: Part
  /** The values to begin with, such as the record to edit. */
  readonly values?: FieldValues<Input> | null | undefined
  /** The fetcher whose form this is: `<fetcher.Form method="post" {...form}>`. */
  readonly fetcher?: Pick<Fetcher, 'state' | 'type' | 'invalid'>
}

/** The variant of a union, by the value of its discriminator as a string. */
type FormOption<Input> = [FormNameOf<Input>] extends [never]
  ? { readonly form?: undefined }
  : { readonly form: FormNameOf<Input> }

/** The values, as strings, of the property that has one value in each variant of a union. */
type FormNameOf<Input> =
  IsUnion<Input> extends true ? { [Name in keyof Input]: TextsOf<Input, Name> }[keyof Input] : never

type TextsOf<Input, Name extends keyof Input> = [NotConstant<Input, Name>] extends [never]
  ? `${Input[Name] & (string | number | boolean)}`
  : never

/** The variants in which a property does not have exactly one value. */
type NotConstant<Variant, Name extends keyof Variant> = Variant extends unknown
  ? IsUnion<Variant[Name]> extends true
    ? Variant
    : IsWide<Variant[Name]> extends true
      ? Variant
      : never
  : never

type IsWide<Value> = [Value] extends [string]
  ? string extends Value
    ? true
    : false
  : [Value] extends [number]
    ? number extends Value
      ? true
      : false
    : [Value] extends [boolean]
      ? false
      : true

type IsUnion<Value, All = Value> = Value extends unknown
  ? [All] extends [Value]
    ? false
    : true
  : never

/** The values that fields begin with. All of them are optional. Objects nest. */
export type FieldValues<Input> = {
  readonly [Name in FieldName<Input>]?: FieldValue<NonNullable<ValueOf<Input, Name>>>
}

type FieldValue<Value> =
  | (IsList<Value> extends true
      ? readonly FieldValues<RowOf<Value>>[]
      : [Value] extends [Leaf]
        ? Shown | readonly Shown[]
        : FieldValues<Value>)
  | null
  | undefined

/** The values that a field can show. */
type Shown = string | number | bigint | boolean | { toJSON(): unknown }

/** The values that have one field. Any other object has a field for each member. */
type Leaf = string | number | bigint | boolean | Date | Blob | readonly unknown[]

/** The props of a form and of its fields. */
export interface FormFieldsOf<Input> {
  /** The props of the `<Form>`. */
  readonly form: FormElementProps
  readonly fields: FieldsOf<Input>
  /** The props of the element for the messages that belong to no field. */
  readonly error: FieldErrorProps
  /** The messages that belong to no field. */
  readonly errors: readonly string[]
}

export interface FormElementProps {
  readonly id: string
  readonly ref: RefCallback<HTMLFormElement>
  readonly encType?: 'multipart/form-data'
  readonly 'aria-describedby'?: string
}

/** The fields of a schema's input. Objects nest, and lists have rows. A union has the fields of all its variants. */
export type FieldsOf<Input> = {
  readonly [Name in FieldName<Input>]: FieldOf<NonNullable<ValueOf<Input, Name>>>
}

type FieldOf<Value> =
  IsList<Value> extends true
    ? ListField<RowOf<Value>>
    : [Value] extends [Leaf]
      ? Field<OptionOf<Value>>
      : [Value] extends [object]
        ? FieldsOf<Value>
        : Field

/** A list of a form: as many rows as the user needs, each with the same fields. `Row` is the input of one row. */
export interface ListField<Row = unknown> {
  readonly rows: readonly RowField<Row>[]
  /** The props of the `<button>` that adds a row. */
  readonly add: RowButton
  /** The props of the element for the messages about the list itself, such as for too few rows. */
  readonly error: FieldErrorProps
  readonly errors: readonly string[]
}

/** The props of a button that adds or removes a row. It is a submit button, so that it also works without JavaScript. */
export interface RowButton {
  readonly name: string
  readonly value: string
  readonly formNoValidate: true
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

/** One row of a {@link ListField}. */
export interface RowField<Row = unknown> {
  /** The index of the row in its names. It stays as it is while the user adds and removes rows. */
  readonly key: number
  readonly fields: FieldsOf<Row>
  /** The props of the hidden `<input>` that sends the row, even if none of its boxes is checked. */
  readonly hidden: { readonly type: 'hidden'; readonly name: string; readonly value: string }
  /** The props of the `<button>` that removes the row. */
  readonly remove: RowButton
  readonly error: FieldErrorProps
  readonly errors: readonly string[]
}

/** The options to choose from, as strings. */
type OptionOf<Value> = Value extends readonly (infer Item)[]
  ? OptionOf<Item>
  : Value extends string | number | boolean
    ? number extends Value
      ? string
      : `${Value}`
    : string

/** The props of a field, for the element that you choose. `Option` is the string of an option to choose from. */
export interface Field<Option extends string = string> {
  readonly id: string
  readonly name: string
  /** The props of an `<input>`. Write other props after the spread to change them. */
  readonly input: FieldInputProps
  readonly select: FieldSelectProps
  readonly textarea: FieldTextareaProps
  /** The props of a hidden `<input>`, such as for the discriminator of a union. */
  readonly hidden: { readonly type: 'hidden'; readonly name: string; readonly value: string }
  /** The values of an `enum`. */
  readonly options: readonly Option[]
  /** The props of a radio button, or of one checkbox of a group if the field is an array. */
  option(value: Option): FieldOptionProps
  readonly error: FieldErrorProps
  readonly errors: readonly string[]
  /** The string that the field shows. For an array, its first one. */
  readonly value: string
  readonly label: string | undefined
  readonly description: string | undefined
}

interface FieldElementProps {
  readonly id: string
  readonly name: string
  readonly required?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

export interface FieldInputProps extends FieldElementProps, FieldAttributes {
  readonly defaultValue?: string
  readonly defaultChecked?: boolean
}

export interface FieldSelectProps extends FieldElementProps {
  readonly multiple?: boolean | undefined
  readonly defaultValue: string | readonly string[]
}

export interface FieldTextareaProps extends FieldElementProps {
  readonly minLength?: number
  readonly maxLength?: number
  readonly placeholder?: string
  readonly readOnly?: boolean
  readonly autoComplete?: string
  readonly defaultValue: string
}

export interface FieldOptionProps extends FieldElementProps {
  readonly type: 'radio' | 'checkbox'
  readonly value: string
  readonly defaultChecked: boolean
}

export interface FieldErrorProps {
  readonly id: string
  readonly role: 'alert'
  readonly hidden: boolean
  readonly children: string
}

/** The input of a part of a contract. `Of` is a contract, or a route with a contract. */
export type InputOfPart<Of, Part extends string> =
  Of extends Route<any, any, infer Own>
    ? InputOfPart<Own, Part>
    : Of extends { readonly [Name in Part]: Schema<infer Input, any> }
      ? Input
      : {}

/** An argument that can be left out if none of its properties is required. */
export type Optional<Options> = {} extends Options ? [options?: Options] : [options: Options]
