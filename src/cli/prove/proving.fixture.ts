/** Import this first: the framework reads the variable when it is imported. */
process.env['FRAMEWORK_PROVE'] = '1'
