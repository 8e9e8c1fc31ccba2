export {
  Language,
  language,
  type ContextWithLanguage,
  type LanguageEntry,
  type LanguageOptions,
} from './language.ts'
