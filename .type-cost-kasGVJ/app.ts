import type { Schema } from 'framework/contract'
import { createRouter } from 'framework/fetch-router'
import { post, route } from 'framework/routes'

declare const Any: Schema
declare const Search0: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body0: Schema<{ title0: string; pages: number }>
declare const Returns0: Schema<{ id0: string }>
declare const Search1: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body1: Schema<{ title1: string; pages: number }>
declare const Returns1: Schema<{ id1: string }>
declare const Search2: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body2: Schema<{ title2: string; pages: number }>
declare const Returns2: Schema<{ id2: string }>
declare const Search3: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body3: Schema<{ title3: string; pages: number }>
declare const Returns3: Schema<{ id3: string }>
declare const Search4: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body4: Schema<{ title4: string; pages: number }>
declare const Returns4: Schema<{ id4: string }>
declare const Search5: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body5: Schema<{ title5: string; pages: number }>
declare const Returns5: Schema<{ id5: string }>
declare const Search6: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body6: Schema<{ title6: string; pages: number }>
declare const Returns6: Schema<{ id6: string }>
declare const Search7: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body7: Schema<{ title7: string; pages: number }>
declare const Returns7: Schema<{ id7: string }>
declare const Search8: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body8: Schema<{ title8: string; pages: number }>
declare const Returns8: Schema<{ id8: string }>
declare const Search9: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body9: Schema<{ title9: string; pages: number }>
declare const Returns9: Schema<{ id9: string }>
declare const Search10: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body10: Schema<{ title10: string; pages: number }>
declare const Returns10: Schema<{ id10: string }>
declare const Search11: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body11: Schema<{ title11: string; pages: number }>
declare const Returns11: Schema<{ id11: string }>
declare const Search12: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body12: Schema<{ title12: string; pages: number }>
declare const Returns12: Schema<{ id12: string }>
declare const Search13: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body13: Schema<{ title13: string; pages: number }>
declare const Returns13: Schema<{ id13: string }>
declare const Search14: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body14: Schema<{ title14: string; pages: number }>
declare const Returns14: Schema<{ id14: string }>
declare const Search15: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body15: Schema<{ title15: string; pages: number }>
declare const Returns15: Schema<{ id15: string }>
declare const Search16: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body16: Schema<{ title16: string; pages: number }>
declare const Returns16: Schema<{ id16: string }>
declare const Search17: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body17: Schema<{ title17: string; pages: number }>
declare const Returns17: Schema<{ id17: string }>
declare const Search18: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body18: Schema<{ title18: string; pages: number }>
declare const Returns18: Schema<{ id18: string }>
declare const Search19: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body19: Schema<{ title19: string; pages: number }>
declare const Returns19: Schema<{ id19: string }>
declare const Search20: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body20: Schema<{ title0: string; pages: number }>
declare const Returns20: Schema<{ id0: string }>
declare const Search21: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body21: Schema<{ title1: string; pages: number }>
declare const Returns21: Schema<{ id1: string }>
declare const Search22: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body22: Schema<{ title2: string; pages: number }>
declare const Returns22: Schema<{ id2: string }>
declare const Search23: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body23: Schema<{ title3: string; pages: number }>
declare const Returns23: Schema<{ id3: string }>
declare const Search24: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body24: Schema<{ title4: string; pages: number }>
declare const Returns24: Schema<{ id4: string }>
declare const Search25: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body25: Schema<{ title5: string; pages: number }>
declare const Returns25: Schema<{ id5: string }>
declare const Search26: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body26: Schema<{ title6: string; pages: number }>
declare const Returns26: Schema<{ id6: string }>
declare const Search27: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body27: Schema<{ title7: string; pages: number }>
declare const Returns27: Schema<{ id7: string }>
declare const Search28: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body28: Schema<{ title8: string; pages: number }>
declare const Returns28: Schema<{ id8: string }>
declare const Search29: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body29: Schema<{ title9: string; pages: number }>
declare const Returns29: Schema<{ id9: string }>
declare const Search30: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body30: Schema<{ title10: string; pages: number }>
declare const Returns30: Schema<{ id10: string }>
declare const Search31: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body31: Schema<{ title11: string; pages: number }>
declare const Returns31: Schema<{ id11: string }>
declare const Search32: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body32: Schema<{ title12: string; pages: number }>
declare const Returns32: Schema<{ id12: string }>
declare const Search33: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body33: Schema<{ title13: string; pages: number }>
declare const Returns33: Schema<{ id13: string }>
declare const Search34: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body34: Schema<{ title14: string; pages: number }>
declare const Returns34: Schema<{ id14: string }>
declare const Search35: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body35: Schema<{ title15: string; pages: number }>
declare const Returns35: Schema<{ id15: string }>
declare const Search36: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body36: Schema<{ title16: string; pages: number }>
declare const Returns36: Schema<{ id16: string }>
declare const Search37: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body37: Schema<{ title17: string; pages: number }>
declare const Returns37: Schema<{ id17: string }>
declare const Search38: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body38: Schema<{ title18: string; pages: number }>
declare const Returns38: Schema<{ id18: string }>
declare const Search39: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body39: Schema<{ title19: string; pages: number }>
declare const Returns39: Schema<{ id19: string }>
declare const Search40: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body40: Schema<{ title0: string; pages: number }>
declare const Returns40: Schema<{ id0: string }>
declare const Search41: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body41: Schema<{ title1: string; pages: number }>
declare const Returns41: Schema<{ id1: string }>
declare const Search42: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body42: Schema<{ title2: string; pages: number }>
declare const Returns42: Schema<{ id2: string }>
declare const Search43: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body43: Schema<{ title3: string; pages: number }>
declare const Returns43: Schema<{ id3: string }>
declare const Search44: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body44: Schema<{ title4: string; pages: number }>
declare const Returns44: Schema<{ id4: string }>
declare const Search45: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body45: Schema<{ title5: string; pages: number }>
declare const Returns45: Schema<{ id5: string }>
declare const Search46: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body46: Schema<{ title6: string; pages: number }>
declare const Returns46: Schema<{ id6: string }>
declare const Search47: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body47: Schema<{ title7: string; pages: number }>
declare const Returns47: Schema<{ id7: string }>
declare const Search48: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body48: Schema<{ title8: string; pages: number }>
declare const Returns48: Schema<{ id8: string }>
declare const Search49: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body49: Schema<{ title9: string; pages: number }>
declare const Returns49: Schema<{ id9: string }>
declare const Search50: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body50: Schema<{ title10: string; pages: number }>
declare const Returns50: Schema<{ id10: string }>
declare const Search51: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body51: Schema<{ title11: string; pages: number }>
declare const Returns51: Schema<{ id11: string }>
declare const Search52: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body52: Schema<{ title12: string; pages: number }>
declare const Returns52: Schema<{ id12: string }>
declare const Search53: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body53: Schema<{ title13: string; pages: number }>
declare const Returns53: Schema<{ id13: string }>
declare const Search54: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body54: Schema<{ title14: string; pages: number }>
declare const Returns54: Schema<{ id14: string }>
declare const Search55: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body55: Schema<{ title15: string; pages: number }>
declare const Returns55: Schema<{ id15: string }>
declare const Search56: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body56: Schema<{ title16: string; pages: number }>
declare const Returns56: Schema<{ id16: string }>
declare const Search57: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body57: Schema<{ title17: string; pages: number }>
declare const Returns57: Schema<{ id17: string }>
declare const Search58: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body58: Schema<{ title18: string; pages: number }>
declare const Returns58: Schema<{ id18: string }>
declare const Search59: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body59: Schema<{ title19: string; pages: number }>
declare const Returns59: Schema<{ id19: string }>
declare const Search60: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body60: Schema<{ title0: string; pages: number }>
declare const Returns60: Schema<{ id0: string }>
declare const Search61: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body61: Schema<{ title1: string; pages: number }>
declare const Returns61: Schema<{ id1: string }>
declare const Search62: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body62: Schema<{ title2: string; pages: number }>
declare const Returns62: Schema<{ id2: string }>
declare const Search63: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body63: Schema<{ title3: string; pages: number }>
declare const Returns63: Schema<{ id3: string }>
declare const Search64: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body64: Schema<{ title4: string; pages: number }>
declare const Returns64: Schema<{ id4: string }>
declare const Search65: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body65: Schema<{ title5: string; pages: number }>
declare const Returns65: Schema<{ id5: string }>
declare const Search66: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body66: Schema<{ title6: string; pages: number }>
declare const Returns66: Schema<{ id6: string }>
declare const Search67: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body67: Schema<{ title7: string; pages: number }>
declare const Returns67: Schema<{ id7: string }>
declare const Search68: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body68: Schema<{ title8: string; pages: number }>
declare const Returns68: Schema<{ id8: string }>
declare const Search69: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body69: Schema<{ title9: string; pages: number }>
declare const Returns69: Schema<{ id9: string }>
declare const Search70: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body70: Schema<{ title10: string; pages: number }>
declare const Returns70: Schema<{ id10: string }>
declare const Search71: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body71: Schema<{ title11: string; pages: number }>
declare const Returns71: Schema<{ id11: string }>
declare const Search72: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body72: Schema<{ title12: string; pages: number }>
declare const Returns72: Schema<{ id12: string }>
declare const Search73: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body73: Schema<{ title13: string; pages: number }>
declare const Returns73: Schema<{ id13: string }>
declare const Search74: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body74: Schema<{ title14: string; pages: number }>
declare const Returns74: Schema<{ id14: string }>
declare const Search75: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body75: Schema<{ title15: string; pages: number }>
declare const Returns75: Schema<{ id15: string }>
declare const Search76: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body76: Schema<{ title16: string; pages: number }>
declare const Returns76: Schema<{ id16: string }>
declare const Search77: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body77: Schema<{ title17: string; pages: number }>
declare const Returns77: Schema<{ id17: string }>
declare const Search78: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body78: Schema<{ title18: string; pages: number }>
declare const Returns78: Schema<{ id18: string }>
declare const Search79: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body79: Schema<{ title19: string; pages: number }>
declare const Returns79: Schema<{ id19: string }>
declare const Search80: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body80: Schema<{ title0: string; pages: number }>
declare const Returns80: Schema<{ id0: string }>
declare const Search81: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body81: Schema<{ title1: string; pages: number }>
declare const Returns81: Schema<{ id1: string }>
declare const Search82: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body82: Schema<{ title2: string; pages: number }>
declare const Returns82: Schema<{ id2: string }>
declare const Search83: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body83: Schema<{ title3: string; pages: number }>
declare const Returns83: Schema<{ id3: string }>
declare const Search84: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body84: Schema<{ title4: string; pages: number }>
declare const Returns84: Schema<{ id4: string }>
declare const Search85: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body85: Schema<{ title5: string; pages: number }>
declare const Returns85: Schema<{ id5: string }>
declare const Search86: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body86: Schema<{ title6: string; pages: number }>
declare const Returns86: Schema<{ id6: string }>
declare const Search87: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body87: Schema<{ title7: string; pages: number }>
declare const Returns87: Schema<{ id7: string }>
declare const Search88: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body88: Schema<{ title8: string; pages: number }>
declare const Returns88: Schema<{ id8: string }>
declare const Search89: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body89: Schema<{ title9: string; pages: number }>
declare const Returns89: Schema<{ id9: string }>
declare const Search90: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body90: Schema<{ title10: string; pages: number }>
declare const Returns90: Schema<{ id10: string }>
declare const Search91: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body91: Schema<{ title11: string; pages: number }>
declare const Returns91: Schema<{ id11: string }>
declare const Search92: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body92: Schema<{ title12: string; pages: number }>
declare const Returns92: Schema<{ id12: string }>
declare const Search93: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body93: Schema<{ title13: string; pages: number }>
declare const Returns93: Schema<{ id13: string }>
declare const Search94: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body94: Schema<{ title14: string; pages: number }>
declare const Returns94: Schema<{ id14: string }>
declare const Search95: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body95: Schema<{ title15: string; pages: number }>
declare const Returns95: Schema<{ id15: string }>
declare const Search96: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body96: Schema<{ title16: string; pages: number }>
declare const Returns96: Schema<{ id16: string }>
declare const Search97: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body97: Schema<{ title17: string; pages: number }>
declare const Returns97: Schema<{ id17: string }>
declare const Search98: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body98: Schema<{ title18: string; pages: number }>
declare const Returns98: Schema<{ id18: string }>
declare const Search99: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body99: Schema<{ title19: string; pages: number }>
declare const Returns99: Schema<{ id19: string }>
declare const Search100: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body100: Schema<{ title0: string; pages: number }>
declare const Returns100: Schema<{ id0: string }>
declare const Search101: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body101: Schema<{ title1: string; pages: number }>
declare const Returns101: Schema<{ id1: string }>
declare const Search102: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body102: Schema<{ title2: string; pages: number }>
declare const Returns102: Schema<{ id2: string }>
declare const Search103: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body103: Schema<{ title3: string; pages: number }>
declare const Returns103: Schema<{ id3: string }>
declare const Search104: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body104: Schema<{ title4: string; pages: number }>
declare const Returns104: Schema<{ id4: string }>
declare const Search105: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body105: Schema<{ title5: string; pages: number }>
declare const Returns105: Schema<{ id5: string }>
declare const Search106: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body106: Schema<{ title6: string; pages: number }>
declare const Returns106: Schema<{ id6: string }>
declare const Search107: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body107: Schema<{ title7: string; pages: number }>
declare const Returns107: Schema<{ id7: string }>
declare const Search108: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body108: Schema<{ title8: string; pages: number }>
declare const Returns108: Schema<{ id8: string }>
declare const Search109: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body109: Schema<{ title9: string; pages: number }>
declare const Returns109: Schema<{ id9: string }>
declare const Search110: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body110: Schema<{ title10: string; pages: number }>
declare const Returns110: Schema<{ id10: string }>
declare const Search111: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body111: Schema<{ title11: string; pages: number }>
declare const Returns111: Schema<{ id11: string }>
declare const Search112: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body112: Schema<{ title12: string; pages: number }>
declare const Returns112: Schema<{ id12: string }>
declare const Search113: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body113: Schema<{ title13: string; pages: number }>
declare const Returns113: Schema<{ id13: string }>
declare const Search114: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body114: Schema<{ title14: string; pages: number }>
declare const Returns114: Schema<{ id14: string }>
declare const Search115: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body115: Schema<{ title15: string; pages: number }>
declare const Returns115: Schema<{ id15: string }>
declare const Search116: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body116: Schema<{ title16: string; pages: number }>
declare const Returns116: Schema<{ id16: string }>
declare const Search117: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body117: Schema<{ title17: string; pages: number }>
declare const Returns117: Schema<{ id17: string }>
declare const Search118: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body118: Schema<{ title18: string; pages: number }>
declare const Returns118: Schema<{ id18: string }>
declare const Search119: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body119: Schema<{ title19: string; pages: number }>
declare const Returns119: Schema<{ id19: string }>
declare const Search120: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body120: Schema<{ title0: string; pages: number }>
declare const Returns120: Schema<{ id0: string }>
declare const Search121: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body121: Schema<{ title1: string; pages: number }>
declare const Returns121: Schema<{ id1: string }>
declare const Search122: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body122: Schema<{ title2: string; pages: number }>
declare const Returns122: Schema<{ id2: string }>
declare const Search123: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body123: Schema<{ title3: string; pages: number }>
declare const Returns123: Schema<{ id3: string }>
declare const Search124: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body124: Schema<{ title4: string; pages: number }>
declare const Returns124: Schema<{ id4: string }>
declare const Search125: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body125: Schema<{ title5: string; pages: number }>
declare const Returns125: Schema<{ id5: string }>
declare const Search126: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body126: Schema<{ title6: string; pages: number }>
declare const Returns126: Schema<{ id6: string }>
declare const Search127: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body127: Schema<{ title7: string; pages: number }>
declare const Returns127: Schema<{ id7: string }>
declare const Search128: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body128: Schema<{ title8: string; pages: number }>
declare const Returns128: Schema<{ id8: string }>
declare const Search129: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body129: Schema<{ title9: string; pages: number }>
declare const Returns129: Schema<{ id9: string }>
declare const Search130: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body130: Schema<{ title10: string; pages: number }>
declare const Returns130: Schema<{ id10: string }>
declare const Search131: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body131: Schema<{ title11: string; pages: number }>
declare const Returns131: Schema<{ id11: string }>
declare const Search132: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body132: Schema<{ title12: string; pages: number }>
declare const Returns132: Schema<{ id12: string }>
declare const Search133: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body133: Schema<{ title13: string; pages: number }>
declare const Returns133: Schema<{ id13: string }>
declare const Search134: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body134: Schema<{ title14: string; pages: number }>
declare const Returns134: Schema<{ id14: string }>
declare const Search135: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body135: Schema<{ title15: string; pages: number }>
declare const Returns135: Schema<{ id15: string }>
declare const Search136: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body136: Schema<{ title16: string; pages: number }>
declare const Returns136: Schema<{ id16: string }>
declare const Search137: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body137: Schema<{ title17: string; pages: number }>
declare const Returns137: Schema<{ id17: string }>
declare const Search138: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body138: Schema<{ title18: string; pages: number }>
declare const Returns138: Schema<{ id18: string }>
declare const Search139: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body139: Schema<{ title19: string; pages: number }>
declare const Returns139: Schema<{ id19: string }>
declare const Search140: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body140: Schema<{ title0: string; pages: number }>
declare const Returns140: Schema<{ id0: string }>
declare const Search141: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body141: Schema<{ title1: string; pages: number }>
declare const Returns141: Schema<{ id1: string }>
declare const Search142: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body142: Schema<{ title2: string; pages: number }>
declare const Returns142: Schema<{ id2: string }>
declare const Search143: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body143: Schema<{ title3: string; pages: number }>
declare const Returns143: Schema<{ id3: string }>
declare const Search144: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body144: Schema<{ title4: string; pages: number }>
declare const Returns144: Schema<{ id4: string }>
declare const Search145: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body145: Schema<{ title5: string; pages: number }>
declare const Returns145: Schema<{ id5: string }>
declare const Search146: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body146: Schema<{ title6: string; pages: number }>
declare const Returns146: Schema<{ id6: string }>
declare const Search147: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body147: Schema<{ title7: string; pages: number }>
declare const Returns147: Schema<{ id7: string }>
declare const Search148: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body148: Schema<{ title8: string; pages: number }>
declare const Returns148: Schema<{ id8: string }>
declare const Search149: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body149: Schema<{ title9: string; pages: number }>
declare const Returns149: Schema<{ id9: string }>
declare const Search150: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body150: Schema<{ title10: string; pages: number }>
declare const Returns150: Schema<{ id10: string }>
declare const Search151: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body151: Schema<{ title11: string; pages: number }>
declare const Returns151: Schema<{ id11: string }>
declare const Search152: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body152: Schema<{ title12: string; pages: number }>
declare const Returns152: Schema<{ id12: string }>
declare const Search153: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body153: Schema<{ title13: string; pages: number }>
declare const Returns153: Schema<{ id13: string }>
declare const Search154: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body154: Schema<{ title14: string; pages: number }>
declare const Returns154: Schema<{ id14: string }>
declare const Search155: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body155: Schema<{ title15: string; pages: number }>
declare const Returns155: Schema<{ id15: string }>
declare const Search156: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body156: Schema<{ title16: string; pages: number }>
declare const Returns156: Schema<{ id16: string }>
declare const Search157: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body157: Schema<{ title17: string; pages: number }>
declare const Returns157: Schema<{ id17: string }>
declare const Search158: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body158: Schema<{ title18: string; pages: number }>
declare const Returns158: Schema<{ id18: string }>
declare const Search159: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body159: Schema<{ title19: string; pages: number }>
declare const Returns159: Schema<{ id19: string }>
declare const Search160: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body160: Schema<{ title0: string; pages: number }>
declare const Returns160: Schema<{ id0: string }>
declare const Search161: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body161: Schema<{ title1: string; pages: number }>
declare const Returns161: Schema<{ id1: string }>
declare const Search162: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body162: Schema<{ title2: string; pages: number }>
declare const Returns162: Schema<{ id2: string }>
declare const Search163: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body163: Schema<{ title3: string; pages: number }>
declare const Returns163: Schema<{ id3: string }>
declare const Search164: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body164: Schema<{ title4: string; pages: number }>
declare const Returns164: Schema<{ id4: string }>
declare const Search165: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body165: Schema<{ title5: string; pages: number }>
declare const Returns165: Schema<{ id5: string }>
declare const Search166: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body166: Schema<{ title6: string; pages: number }>
declare const Returns166: Schema<{ id6: string }>
declare const Search167: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body167: Schema<{ title7: string; pages: number }>
declare const Returns167: Schema<{ id7: string }>
declare const Search168: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body168: Schema<{ title8: string; pages: number }>
declare const Returns168: Schema<{ id8: string }>
declare const Search169: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body169: Schema<{ title9: string; pages: number }>
declare const Returns169: Schema<{ id9: string }>
declare const Search170: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body170: Schema<{ title10: string; pages: number }>
declare const Returns170: Schema<{ id10: string }>
declare const Search171: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body171: Schema<{ title11: string; pages: number }>
declare const Returns171: Schema<{ id11: string }>
declare const Search172: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body172: Schema<{ title12: string; pages: number }>
declare const Returns172: Schema<{ id12: string }>
declare const Search173: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body173: Schema<{ title13: string; pages: number }>
declare const Returns173: Schema<{ id13: string }>
declare const Search174: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body174: Schema<{ title14: string; pages: number }>
declare const Returns174: Schema<{ id14: string }>
declare const Search175: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body175: Schema<{ title15: string; pages: number }>
declare const Returns175: Schema<{ id15: string }>
declare const Search176: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body176: Schema<{ title16: string; pages: number }>
declare const Returns176: Schema<{ id16: string }>
declare const Search177: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body177: Schema<{ title17: string; pages: number }>
declare const Returns177: Schema<{ id17: string }>
declare const Search178: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body178: Schema<{ title18: string; pages: number }>
declare const Returns178: Schema<{ id18: string }>
declare const Search179: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body179: Schema<{ title19: string; pages: number }>
declare const Returns179: Schema<{ id19: string }>
declare const Search180: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body180: Schema<{ title0: string; pages: number }>
declare const Returns180: Schema<{ id0: string }>
declare const Search181: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body181: Schema<{ title1: string; pages: number }>
declare const Returns181: Schema<{ id1: string }>
declare const Search182: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body182: Schema<{ title2: string; pages: number }>
declare const Returns182: Schema<{ id2: string }>
declare const Search183: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body183: Schema<{ title3: string; pages: number }>
declare const Returns183: Schema<{ id3: string }>
declare const Search184: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body184: Schema<{ title4: string; pages: number }>
declare const Returns184: Schema<{ id4: string }>
declare const Search185: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body185: Schema<{ title5: string; pages: number }>
declare const Returns185: Schema<{ id5: string }>
declare const Search186: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body186: Schema<{ title6: string; pages: number }>
declare const Returns186: Schema<{ id6: string }>
declare const Search187: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body187: Schema<{ title7: string; pages: number }>
declare const Returns187: Schema<{ id7: string }>
declare const Search188: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body188: Schema<{ title8: string; pages: number }>
declare const Returns188: Schema<{ id8: string }>
declare const Search189: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body189: Schema<{ title9: string; pages: number }>
declare const Returns189: Schema<{ id9: string }>
declare const Search190: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body190: Schema<{ title10: string; pages: number }>
declare const Returns190: Schema<{ id10: string }>
declare const Search191: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body191: Schema<{ title11: string; pages: number }>
declare const Returns191: Schema<{ id11: string }>
declare const Search192: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body192: Schema<{ title12: string; pages: number }>
declare const Returns192: Schema<{ id12: string }>
declare const Search193: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body193: Schema<{ title13: string; pages: number }>
declare const Returns193: Schema<{ id13: string }>
declare const Search194: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body194: Schema<{ title14: string; pages: number }>
declare const Returns194: Schema<{ id14: string }>
declare const Search195: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body195: Schema<{ title15: string; pages: number }>
declare const Returns195: Schema<{ id15: string }>
declare const Search196: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body196: Schema<{ title16: string; pages: number }>
declare const Returns196: Schema<{ id16: string }>
declare const Search197: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body197: Schema<{ title17: string; pages: number }>
declare const Returns197: Schema<{ id17: string }>
declare const Search198: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body198: Schema<{ title18: string; pages: number }>
declare const Returns198: Schema<{ id18: string }>
declare const Search199: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body199: Schema<{ title19: string; pages: number }>
declare const Returns199: Schema<{ id19: string }>
declare const Search200: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body200: Schema<{ title0: string; pages: number }>
declare const Returns200: Schema<{ id0: string }>
declare const Search201: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body201: Schema<{ title1: string; pages: number }>
declare const Returns201: Schema<{ id1: string }>
declare const Search202: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body202: Schema<{ title2: string; pages: number }>
declare const Returns202: Schema<{ id2: string }>
declare const Search203: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body203: Schema<{ title3: string; pages: number }>
declare const Returns203: Schema<{ id3: string }>
declare const Search204: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body204: Schema<{ title4: string; pages: number }>
declare const Returns204: Schema<{ id4: string }>
declare const Search205: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body205: Schema<{ title5: string; pages: number }>
declare const Returns205: Schema<{ id5: string }>
declare const Search206: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body206: Schema<{ title6: string; pages: number }>
declare const Returns206: Schema<{ id6: string }>
declare const Search207: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body207: Schema<{ title7: string; pages: number }>
declare const Returns207: Schema<{ id7: string }>
declare const Search208: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body208: Schema<{ title8: string; pages: number }>
declare const Returns208: Schema<{ id8: string }>
declare const Search209: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body209: Schema<{ title9: string; pages: number }>
declare const Returns209: Schema<{ id9: string }>
declare const Search210: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body210: Schema<{ title10: string; pages: number }>
declare const Returns210: Schema<{ id10: string }>
declare const Search211: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body211: Schema<{ title11: string; pages: number }>
declare const Returns211: Schema<{ id11: string }>
declare const Search212: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body212: Schema<{ title12: string; pages: number }>
declare const Returns212: Schema<{ id12: string }>
declare const Search213: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body213: Schema<{ title13: string; pages: number }>
declare const Returns213: Schema<{ id13: string }>
declare const Search214: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body214: Schema<{ title14: string; pages: number }>
declare const Returns214: Schema<{ id14: string }>
declare const Search215: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body215: Schema<{ title15: string; pages: number }>
declare const Returns215: Schema<{ id15: string }>
declare const Search216: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body216: Schema<{ title16: string; pages: number }>
declare const Returns216: Schema<{ id16: string }>
declare const Search217: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body217: Schema<{ title17: string; pages: number }>
declare const Returns217: Schema<{ id17: string }>
declare const Search218: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body218: Schema<{ title18: string; pages: number }>
declare const Returns218: Schema<{ id18: string }>
declare const Search219: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body219: Schema<{ title19: string; pages: number }>
declare const Returns219: Schema<{ id19: string }>
declare const Search220: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body220: Schema<{ title0: string; pages: number }>
declare const Returns220: Schema<{ id0: string }>
declare const Search221: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body221: Schema<{ title1: string; pages: number }>
declare const Returns221: Schema<{ id1: string }>
declare const Search222: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body222: Schema<{ title2: string; pages: number }>
declare const Returns222: Schema<{ id2: string }>
declare const Search223: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body223: Schema<{ title3: string; pages: number }>
declare const Returns223: Schema<{ id3: string }>
declare const Search224: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body224: Schema<{ title4: string; pages: number }>
declare const Returns224: Schema<{ id4: string }>
declare const Search225: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body225: Schema<{ title5: string; pages: number }>
declare const Returns225: Schema<{ id5: string }>
declare const Search226: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body226: Schema<{ title6: string; pages: number }>
declare const Returns226: Schema<{ id6: string }>
declare const Search227: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body227: Schema<{ title7: string; pages: number }>
declare const Returns227: Schema<{ id7: string }>
declare const Search228: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body228: Schema<{ title8: string; pages: number }>
declare const Returns228: Schema<{ id8: string }>
declare const Search229: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body229: Schema<{ title9: string; pages: number }>
declare const Returns229: Schema<{ id9: string }>
declare const Search230: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body230: Schema<{ title10: string; pages: number }>
declare const Returns230: Schema<{ id10: string }>
declare const Search231: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body231: Schema<{ title11: string; pages: number }>
declare const Returns231: Schema<{ id11: string }>
declare const Search232: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body232: Schema<{ title12: string; pages: number }>
declare const Returns232: Schema<{ id12: string }>
declare const Search233: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body233: Schema<{ title13: string; pages: number }>
declare const Returns233: Schema<{ id13: string }>
declare const Search234: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body234: Schema<{ title14: string; pages: number }>
declare const Returns234: Schema<{ id14: string }>
declare const Search235: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body235: Schema<{ title15: string; pages: number }>
declare const Returns235: Schema<{ id15: string }>
declare const Search236: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body236: Schema<{ title16: string; pages: number }>
declare const Returns236: Schema<{ id16: string }>
declare const Search237: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body237: Schema<{ title17: string; pages: number }>
declare const Returns237: Schema<{ id17: string }>
declare const Search238: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body238: Schema<{ title18: string; pages: number }>
declare const Returns238: Schema<{ id18: string }>
declare const Search239: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body239: Schema<{ title19: string; pages: number }>
declare const Returns239: Schema<{ id19: string }>
declare const Search240: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body240: Schema<{ title0: string; pages: number }>
declare const Returns240: Schema<{ id0: string }>
declare const Search241: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body241: Schema<{ title1: string; pages: number }>
declare const Returns241: Schema<{ id1: string }>
declare const Search242: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body242: Schema<{ title2: string; pages: number }>
declare const Returns242: Schema<{ id2: string }>
declare const Search243: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body243: Schema<{ title3: string; pages: number }>
declare const Returns243: Schema<{ id3: string }>
declare const Search244: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body244: Schema<{ title4: string; pages: number }>
declare const Returns244: Schema<{ id4: string }>
declare const Search245: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body245: Schema<{ title5: string; pages: number }>
declare const Returns245: Schema<{ id5: string }>
declare const Search246: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body246: Schema<{ title6: string; pages: number }>
declare const Returns246: Schema<{ id6: string }>
declare const Search247: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body247: Schema<{ title7: string; pages: number }>
declare const Returns247: Schema<{ id7: string }>
declare const Search248: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body248: Schema<{ title8: string; pages: number }>
declare const Returns248: Schema<{ id8: string }>
declare const Search249: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body249: Schema<{ title9: string; pages: number }>
declare const Returns249: Schema<{ id9: string }>
declare const Search250: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body250: Schema<{ title10: string; pages: number }>
declare const Returns250: Schema<{ id10: string }>
declare const Search251: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body251: Schema<{ title11: string; pages: number }>
declare const Returns251: Schema<{ id11: string }>
declare const Search252: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body252: Schema<{ title12: string; pages: number }>
declare const Returns252: Schema<{ id12: string }>
declare const Search253: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body253: Schema<{ title13: string; pages: number }>
declare const Returns253: Schema<{ id13: string }>
declare const Search254: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body254: Schema<{ title14: string; pages: number }>
declare const Returns254: Schema<{ id14: string }>
declare const Search255: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body255: Schema<{ title15: string; pages: number }>
declare const Returns255: Schema<{ id15: string }>
declare const Search256: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body256: Schema<{ title16: string; pages: number }>
declare const Returns256: Schema<{ id16: string }>
declare const Search257: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body257: Schema<{ title17: string; pages: number }>
declare const Returns257: Schema<{ id17: string }>
declare const Search258: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body258: Schema<{ title18: string; pages: number }>
declare const Returns258: Schema<{ id18: string }>
declare const Search259: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body259: Schema<{ title19: string; pages: number }>
declare const Returns259: Schema<{ id19: string }>
declare const Search260: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body260: Schema<{ title0: string; pages: number }>
declare const Returns260: Schema<{ id0: string }>
declare const Search261: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body261: Schema<{ title1: string; pages: number }>
declare const Returns261: Schema<{ id1: string }>
declare const Search262: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body262: Schema<{ title2: string; pages: number }>
declare const Returns262: Schema<{ id2: string }>
declare const Search263: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body263: Schema<{ title3: string; pages: number }>
declare const Returns263: Schema<{ id3: string }>
declare const Search264: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body264: Schema<{ title4: string; pages: number }>
declare const Returns264: Schema<{ id4: string }>
declare const Search265: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body265: Schema<{ title5: string; pages: number }>
declare const Returns265: Schema<{ id5: string }>
declare const Search266: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body266: Schema<{ title6: string; pages: number }>
declare const Returns266: Schema<{ id6: string }>
declare const Search267: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body267: Schema<{ title7: string; pages: number }>
declare const Returns267: Schema<{ id7: string }>
declare const Search268: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body268: Schema<{ title8: string; pages: number }>
declare const Returns268: Schema<{ id8: string }>
declare const Search269: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body269: Schema<{ title9: string; pages: number }>
declare const Returns269: Schema<{ id9: string }>
declare const Search270: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body270: Schema<{ title10: string; pages: number }>
declare const Returns270: Schema<{ id10: string }>
declare const Search271: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body271: Schema<{ title11: string; pages: number }>
declare const Returns271: Schema<{ id11: string }>
declare const Search272: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body272: Schema<{ title12: string; pages: number }>
declare const Returns272: Schema<{ id12: string }>
declare const Search273: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body273: Schema<{ title13: string; pages: number }>
declare const Returns273: Schema<{ id13: string }>
declare const Search274: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body274: Schema<{ title14: string; pages: number }>
declare const Returns274: Schema<{ id14: string }>
declare const Search275: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body275: Schema<{ title15: string; pages: number }>
declare const Returns275: Schema<{ id15: string }>
declare const Search276: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body276: Schema<{ title16: string; pages: number }>
declare const Returns276: Schema<{ id16: string }>
declare const Search277: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body277: Schema<{ title17: string; pages: number }>
declare const Returns277: Schema<{ id17: string }>
declare const Search278: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body278: Schema<{ title18: string; pages: number }>
declare const Returns278: Schema<{ id18: string }>
declare const Search279: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body279: Schema<{ title19: string; pages: number }>
declare const Returns279: Schema<{ id19: string }>
declare const Search280: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body280: Schema<{ title0: string; pages: number }>
declare const Returns280: Schema<{ id0: string }>
declare const Search281: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body281: Schema<{ title1: string; pages: number }>
declare const Returns281: Schema<{ id1: string }>
declare const Search282: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body282: Schema<{ title2: string; pages: number }>
declare const Returns282: Schema<{ id2: string }>
declare const Search283: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body283: Schema<{ title3: string; pages: number }>
declare const Returns283: Schema<{ id3: string }>
declare const Search284: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body284: Schema<{ title4: string; pages: number }>
declare const Returns284: Schema<{ id4: string }>
declare const Search285: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body285: Schema<{ title5: string; pages: number }>
declare const Returns285: Schema<{ id5: string }>
declare const Search286: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body286: Schema<{ title6: string; pages: number }>
declare const Returns286: Schema<{ id6: string }>
declare const Search287: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body287: Schema<{ title7: string; pages: number }>
declare const Returns287: Schema<{ id7: string }>
declare const Search288: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body288: Schema<{ title8: string; pages: number }>
declare const Returns288: Schema<{ id8: string }>
declare const Search289: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body289: Schema<{ title9: string; pages: number }>
declare const Returns289: Schema<{ id9: string }>
declare const Search290: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body290: Schema<{ title10: string; pages: number }>
declare const Returns290: Schema<{ id10: string }>
declare const Search291: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body291: Schema<{ title11: string; pages: number }>
declare const Returns291: Schema<{ id11: string }>
declare const Search292: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body292: Schema<{ title12: string; pages: number }>
declare const Returns292: Schema<{ id12: string }>
declare const Search293: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body293: Schema<{ title13: string; pages: number }>
declare const Returns293: Schema<{ id13: string }>
declare const Search294: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body294: Schema<{ title14: string; pages: number }>
declare const Returns294: Schema<{ id14: string }>
declare const Search295: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body295: Schema<{ title15: string; pages: number }>
declare const Returns295: Schema<{ id15: string }>
declare const Search296: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body296: Schema<{ title16: string; pages: number }>
declare const Returns296: Schema<{ id16: string }>
declare const Search297: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body297: Schema<{ title17: string; pages: number }>
declare const Returns297: Schema<{ id17: string }>
declare const Search298: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body298: Schema<{ title18: string; pages: number }>
declare const Returns298: Schema<{ id18: string }>
declare const Search299: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body299: Schema<{ title19: string; pages: number }>
declare const Returns299: Schema<{ id19: string }>
declare const Search300: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body300: Schema<{ title0: string; pages: number }>
declare const Returns300: Schema<{ id0: string }>
declare const Search301: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body301: Schema<{ title1: string; pages: number }>
declare const Returns301: Schema<{ id1: string }>
declare const Search302: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body302: Schema<{ title2: string; pages: number }>
declare const Returns302: Schema<{ id2: string }>
declare const Search303: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body303: Schema<{ title3: string; pages: number }>
declare const Returns303: Schema<{ id3: string }>
declare const Search304: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body304: Schema<{ title4: string; pages: number }>
declare const Returns304: Schema<{ id4: string }>
declare const Search305: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body305: Schema<{ title5: string; pages: number }>
declare const Returns305: Schema<{ id5: string }>
declare const Search306: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body306: Schema<{ title6: string; pages: number }>
declare const Returns306: Schema<{ id6: string }>
declare const Search307: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body307: Schema<{ title7: string; pages: number }>
declare const Returns307: Schema<{ id7: string }>
declare const Search308: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body308: Schema<{ title8: string; pages: number }>
declare const Returns308: Schema<{ id8: string }>
declare const Search309: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body309: Schema<{ title9: string; pages: number }>
declare const Returns309: Schema<{ id9: string }>
declare const Search310: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body310: Schema<{ title10: string; pages: number }>
declare const Returns310: Schema<{ id10: string }>
declare const Search311: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body311: Schema<{ title11: string; pages: number }>
declare const Returns311: Schema<{ id11: string }>
declare const Search312: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body312: Schema<{ title12: string; pages: number }>
declare const Returns312: Schema<{ id12: string }>
declare const Search313: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body313: Schema<{ title13: string; pages: number }>
declare const Returns313: Schema<{ id13: string }>
declare const Search314: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body314: Schema<{ title14: string; pages: number }>
declare const Returns314: Schema<{ id14: string }>
declare const Search315: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body315: Schema<{ title15: string; pages: number }>
declare const Returns315: Schema<{ id15: string }>
declare const Search316: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body316: Schema<{ title16: string; pages: number }>
declare const Returns316: Schema<{ id16: string }>
declare const Search317: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body317: Schema<{ title17: string; pages: number }>
declare const Returns317: Schema<{ id17: string }>
declare const Search318: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body318: Schema<{ title18: string; pages: number }>
declare const Returns318: Schema<{ id18: string }>
declare const Search319: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body319: Schema<{ title19: string; pages: number }>
declare const Returns319: Schema<{ id19: string }>
declare const Search320: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body320: Schema<{ title0: string; pages: number }>
declare const Returns320: Schema<{ id0: string }>
declare const Search321: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body321: Schema<{ title1: string; pages: number }>
declare const Returns321: Schema<{ id1: string }>
declare const Search322: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body322: Schema<{ title2: string; pages: number }>
declare const Returns322: Schema<{ id2: string }>
declare const Search323: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body323: Schema<{ title3: string; pages: number }>
declare const Returns323: Schema<{ id3: string }>
declare const Search324: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body324: Schema<{ title4: string; pages: number }>
declare const Returns324: Schema<{ id4: string }>
declare const Search325: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body325: Schema<{ title5: string; pages: number }>
declare const Returns325: Schema<{ id5: string }>
declare const Search326: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body326: Schema<{ title6: string; pages: number }>
declare const Returns326: Schema<{ id6: string }>
declare const Search327: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body327: Schema<{ title7: string; pages: number }>
declare const Returns327: Schema<{ id7: string }>
declare const Search328: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body328: Schema<{ title8: string; pages: number }>
declare const Returns328: Schema<{ id8: string }>
declare const Search329: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body329: Schema<{ title9: string; pages: number }>
declare const Returns329: Schema<{ id9: string }>
declare const Search330: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body330: Schema<{ title10: string; pages: number }>
declare const Returns330: Schema<{ id10: string }>
declare const Search331: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body331: Schema<{ title11: string; pages: number }>
declare const Returns331: Schema<{ id11: string }>
declare const Search332: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body332: Schema<{ title12: string; pages: number }>
declare const Returns332: Schema<{ id12: string }>
declare const Search333: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body333: Schema<{ title13: string; pages: number }>
declare const Returns333: Schema<{ id13: string }>
declare const Search334: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body334: Schema<{ title14: string; pages: number }>
declare const Returns334: Schema<{ id14: string }>
declare const Search335: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body335: Schema<{ title15: string; pages: number }>
declare const Returns335: Schema<{ id15: string }>
declare const Search336: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body336: Schema<{ title16: string; pages: number }>
declare const Returns336: Schema<{ id16: string }>
declare const Search337: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body337: Schema<{ title17: string; pages: number }>
declare const Returns337: Schema<{ id17: string }>
declare const Search338: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body338: Schema<{ title18: string; pages: number }>
declare const Returns338: Schema<{ id18: string }>
declare const Search339: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body339: Schema<{ title19: string; pages: number }>
declare const Returns339: Schema<{ id19: string }>
declare const Search340: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body340: Schema<{ title0: string; pages: number }>
declare const Returns340: Schema<{ id0: string }>
declare const Search341: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body341: Schema<{ title1: string; pages: number }>
declare const Returns341: Schema<{ id1: string }>
declare const Search342: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body342: Schema<{ title2: string; pages: number }>
declare const Returns342: Schema<{ id2: string }>
declare const Search343: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body343: Schema<{ title3: string; pages: number }>
declare const Returns343: Schema<{ id3: string }>
declare const Search344: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body344: Schema<{ title4: string; pages: number }>
declare const Returns344: Schema<{ id4: string }>
declare const Search345: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body345: Schema<{ title5: string; pages: number }>
declare const Returns345: Schema<{ id5: string }>
declare const Search346: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body346: Schema<{ title6: string; pages: number }>
declare const Returns346: Schema<{ id6: string }>
declare const Search347: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body347: Schema<{ title7: string; pages: number }>
declare const Returns347: Schema<{ id7: string }>
declare const Search348: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body348: Schema<{ title8: string; pages: number }>
declare const Returns348: Schema<{ id8: string }>
declare const Search349: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body349: Schema<{ title9: string; pages: number }>
declare const Returns349: Schema<{ id9: string }>
declare const Search350: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body350: Schema<{ title10: string; pages: number }>
declare const Returns350: Schema<{ id10: string }>
declare const Search351: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body351: Schema<{ title11: string; pages: number }>
declare const Returns351: Schema<{ id11: string }>
declare const Search352: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body352: Schema<{ title12: string; pages: number }>
declare const Returns352: Schema<{ id12: string }>
declare const Search353: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body353: Schema<{ title13: string; pages: number }>
declare const Returns353: Schema<{ id13: string }>
declare const Search354: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body354: Schema<{ title14: string; pages: number }>
declare const Returns354: Schema<{ id14: string }>
declare const Search355: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body355: Schema<{ title15: string; pages: number }>
declare const Returns355: Schema<{ id15: string }>
declare const Search356: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body356: Schema<{ title16: string; pages: number }>
declare const Returns356: Schema<{ id16: string }>
declare const Search357: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body357: Schema<{ title17: string; pages: number }>
declare const Returns357: Schema<{ id17: string }>
declare const Search358: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body358: Schema<{ title18: string; pages: number }>
declare const Returns358: Schema<{ id18: string }>
declare const Search359: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body359: Schema<{ title19: string; pages: number }>
declare const Returns359: Schema<{ id19: string }>
declare const Search360: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body360: Schema<{ title0: string; pages: number }>
declare const Returns360: Schema<{ id0: string }>
declare const Search361: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body361: Schema<{ title1: string; pages: number }>
declare const Returns361: Schema<{ id1: string }>
declare const Search362: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body362: Schema<{ title2: string; pages: number }>
declare const Returns362: Schema<{ id2: string }>
declare const Search363: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body363: Schema<{ title3: string; pages: number }>
declare const Returns363: Schema<{ id3: string }>
declare const Search364: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body364: Schema<{ title4: string; pages: number }>
declare const Returns364: Schema<{ id4: string }>
declare const Search365: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body365: Schema<{ title5: string; pages: number }>
declare const Returns365: Schema<{ id5: string }>
declare const Search366: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body366: Schema<{ title6: string; pages: number }>
declare const Returns366: Schema<{ id6: string }>
declare const Search367: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body367: Schema<{ title7: string; pages: number }>
declare const Returns367: Schema<{ id7: string }>
declare const Search368: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body368: Schema<{ title8: string; pages: number }>
declare const Returns368: Schema<{ id8: string }>
declare const Search369: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body369: Schema<{ title9: string; pages: number }>
declare const Returns369: Schema<{ id9: string }>
declare const Search370: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body370: Schema<{ title10: string; pages: number }>
declare const Returns370: Schema<{ id10: string }>
declare const Search371: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body371: Schema<{ title11: string; pages: number }>
declare const Returns371: Schema<{ id11: string }>
declare const Search372: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body372: Schema<{ title12: string; pages: number }>
declare const Returns372: Schema<{ id12: string }>
declare const Search373: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body373: Schema<{ title13: string; pages: number }>
declare const Returns373: Schema<{ id13: string }>
declare const Search374: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body374: Schema<{ title14: string; pages: number }>
declare const Returns374: Schema<{ id14: string }>
declare const Search375: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body375: Schema<{ title15: string; pages: number }>
declare const Returns375: Schema<{ id15: string }>
declare const Search376: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body376: Schema<{ title16: string; pages: number }>
declare const Returns376: Schema<{ id16: string }>
declare const Search377: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body377: Schema<{ title17: string; pages: number }>
declare const Returns377: Schema<{ id17: string }>
declare const Search378: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body378: Schema<{ title18: string; pages: number }>
declare const Returns378: Schema<{ id18: string }>
declare const Search379: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body379: Schema<{ title19: string; pages: number }>
declare const Returns379: Schema<{ id19: string }>
declare const Search380: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body380: Schema<{ title0: string; pages: number }>
declare const Returns380: Schema<{ id0: string }>
declare const Search381: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body381: Schema<{ title1: string; pages: number }>
declare const Returns381: Schema<{ id1: string }>
declare const Search382: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body382: Schema<{ title2: string; pages: number }>
declare const Returns382: Schema<{ id2: string }>
declare const Search383: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body383: Schema<{ title3: string; pages: number }>
declare const Returns383: Schema<{ id3: string }>
declare const Search384: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body384: Schema<{ title4: string; pages: number }>
declare const Returns384: Schema<{ id4: string }>
declare const Search385: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body385: Schema<{ title5: string; pages: number }>
declare const Returns385: Schema<{ id5: string }>
declare const Search386: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body386: Schema<{ title6: string; pages: number }>
declare const Returns386: Schema<{ id6: string }>
declare const Search387: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body387: Schema<{ title7: string; pages: number }>
declare const Returns387: Schema<{ id7: string }>
declare const Search388: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body388: Schema<{ title8: string; pages: number }>
declare const Returns388: Schema<{ id8: string }>
declare const Search389: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body389: Schema<{ title9: string; pages: number }>
declare const Returns389: Schema<{ id9: string }>
declare const Search390: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body390: Schema<{ title10: string; pages: number }>
declare const Returns390: Schema<{ id10: string }>
declare const Search391: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body391: Schema<{ title11: string; pages: number }>
declare const Returns391: Schema<{ id11: string }>
declare const Search392: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body392: Schema<{ title12: string; pages: number }>
declare const Returns392: Schema<{ id12: string }>
declare const Search393: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body393: Schema<{ title13: string; pages: number }>
declare const Returns393: Schema<{ id13: string }>
declare const Search394: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body394: Schema<{ title14: string; pages: number }>
declare const Returns394: Schema<{ id14: string }>
declare const Search395: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body395: Schema<{ title15: string; pages: number }>
declare const Returns395: Schema<{ id15: string }>
declare const Search396: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body396: Schema<{ title16: string; pages: number }>
declare const Returns396: Schema<{ id16: string }>
declare const Search397: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body397: Schema<{ title17: string; pages: number }>
declare const Returns397: Schema<{ id17: string }>
declare const Search398: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body398: Schema<{ title18: string; pages: number }>
declare const Returns398: Schema<{ id18: string }>
declare const Search399: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body399: Schema<{ title19: string; pages: number }>
declare const Returns399: Schema<{ id19: string }>
declare const Search400: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body400: Schema<{ title0: string; pages: number }>
declare const Returns400: Schema<{ id0: string }>
declare const Search401: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body401: Schema<{ title1: string; pages: number }>
declare const Returns401: Schema<{ id1: string }>
declare const Search402: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body402: Schema<{ title2: string; pages: number }>
declare const Returns402: Schema<{ id2: string }>
declare const Search403: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body403: Schema<{ title3: string; pages: number }>
declare const Returns403: Schema<{ id3: string }>
declare const Search404: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body404: Schema<{ title4: string; pages: number }>
declare const Returns404: Schema<{ id4: string }>
declare const Search405: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body405: Schema<{ title5: string; pages: number }>
declare const Returns405: Schema<{ id5: string }>
declare const Search406: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body406: Schema<{ title6: string; pages: number }>
declare const Returns406: Schema<{ id6: string }>
declare const Search407: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body407: Schema<{ title7: string; pages: number }>
declare const Returns407: Schema<{ id7: string }>
declare const Search408: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body408: Schema<{ title8: string; pages: number }>
declare const Returns408: Schema<{ id8: string }>
declare const Search409: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body409: Schema<{ title9: string; pages: number }>
declare const Returns409: Schema<{ id9: string }>
declare const Search410: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body410: Schema<{ title10: string; pages: number }>
declare const Returns410: Schema<{ id10: string }>
declare const Search411: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body411: Schema<{ title11: string; pages: number }>
declare const Returns411: Schema<{ id11: string }>
declare const Search412: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body412: Schema<{ title12: string; pages: number }>
declare const Returns412: Schema<{ id12: string }>
declare const Search413: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body413: Schema<{ title13: string; pages: number }>
declare const Returns413: Schema<{ id13: string }>
declare const Search414: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body414: Schema<{ title14: string; pages: number }>
declare const Returns414: Schema<{ id14: string }>
declare const Search415: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body415: Schema<{ title15: string; pages: number }>
declare const Returns415: Schema<{ id15: string }>
declare const Search416: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body416: Schema<{ title16: string; pages: number }>
declare const Returns416: Schema<{ id16: string }>
declare const Search417: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body417: Schema<{ title17: string; pages: number }>
declare const Returns417: Schema<{ id17: string }>
declare const Search418: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body418: Schema<{ title18: string; pages: number }>
declare const Returns418: Schema<{ id18: string }>
declare const Search419: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body419: Schema<{ title19: string; pages: number }>
declare const Returns419: Schema<{ id19: string }>
declare const Search420: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body420: Schema<{ title0: string; pages: number }>
declare const Returns420: Schema<{ id0: string }>
declare const Search421: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body421: Schema<{ title1: string; pages: number }>
declare const Returns421: Schema<{ id1: string }>
declare const Search422: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body422: Schema<{ title2: string; pages: number }>
declare const Returns422: Schema<{ id2: string }>
declare const Search423: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body423: Schema<{ title3: string; pages: number }>
declare const Returns423: Schema<{ id3: string }>
declare const Search424: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body424: Schema<{ title4: string; pages: number }>
declare const Returns424: Schema<{ id4: string }>
declare const Search425: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body425: Schema<{ title5: string; pages: number }>
declare const Returns425: Schema<{ id5: string }>
declare const Search426: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body426: Schema<{ title6: string; pages: number }>
declare const Returns426: Schema<{ id6: string }>
declare const Search427: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body427: Schema<{ title7: string; pages: number }>
declare const Returns427: Schema<{ id7: string }>
declare const Search428: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body428: Schema<{ title8: string; pages: number }>
declare const Returns428: Schema<{ id8: string }>
declare const Search429: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body429: Schema<{ title9: string; pages: number }>
declare const Returns429: Schema<{ id9: string }>
declare const Search430: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body430: Schema<{ title10: string; pages: number }>
declare const Returns430: Schema<{ id10: string }>
declare const Search431: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body431: Schema<{ title11: string; pages: number }>
declare const Returns431: Schema<{ id11: string }>
declare const Search432: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body432: Schema<{ title12: string; pages: number }>
declare const Returns432: Schema<{ id12: string }>
declare const Search433: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body433: Schema<{ title13: string; pages: number }>
declare const Returns433: Schema<{ id13: string }>
declare const Search434: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body434: Schema<{ title14: string; pages: number }>
declare const Returns434: Schema<{ id14: string }>
declare const Search435: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body435: Schema<{ title15: string; pages: number }>
declare const Returns435: Schema<{ id15: string }>
declare const Search436: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body436: Schema<{ title16: string; pages: number }>
declare const Returns436: Schema<{ id16: string }>
declare const Search437: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body437: Schema<{ title17: string; pages: number }>
declare const Returns437: Schema<{ id17: string }>
declare const Search438: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body438: Schema<{ title18: string; pages: number }>
declare const Returns438: Schema<{ id18: string }>
declare const Search439: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body439: Schema<{ title19: string; pages: number }>
declare const Returns439: Schema<{ id19: string }>
declare const Search440: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body440: Schema<{ title0: string; pages: number }>
declare const Returns440: Schema<{ id0: string }>
declare const Search441: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body441: Schema<{ title1: string; pages: number }>
declare const Returns441: Schema<{ id1: string }>
declare const Search442: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body442: Schema<{ title2: string; pages: number }>
declare const Returns442: Schema<{ id2: string }>
declare const Search443: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body443: Schema<{ title3: string; pages: number }>
declare const Returns443: Schema<{ id3: string }>
declare const Search444: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body444: Schema<{ title4: string; pages: number }>
declare const Returns444: Schema<{ id4: string }>
declare const Search445: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body445: Schema<{ title5: string; pages: number }>
declare const Returns445: Schema<{ id5: string }>
declare const Search446: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body446: Schema<{ title6: string; pages: number }>
declare const Returns446: Schema<{ id6: string }>
declare const Search447: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body447: Schema<{ title7: string; pages: number }>
declare const Returns447: Schema<{ id7: string }>
declare const Search448: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body448: Schema<{ title8: string; pages: number }>
declare const Returns448: Schema<{ id8: string }>
declare const Search449: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body449: Schema<{ title9: string; pages: number }>
declare const Returns449: Schema<{ id9: string }>
declare const Search450: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body450: Schema<{ title10: string; pages: number }>
declare const Returns450: Schema<{ id10: string }>
declare const Search451: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body451: Schema<{ title11: string; pages: number }>
declare const Returns451: Schema<{ id11: string }>
declare const Search452: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body452: Schema<{ title12: string; pages: number }>
declare const Returns452: Schema<{ id12: string }>
declare const Search453: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body453: Schema<{ title13: string; pages: number }>
declare const Returns453: Schema<{ id13: string }>
declare const Search454: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body454: Schema<{ title14: string; pages: number }>
declare const Returns454: Schema<{ id14: string }>
declare const Search455: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body455: Schema<{ title15: string; pages: number }>
declare const Returns455: Schema<{ id15: string }>
declare const Search456: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body456: Schema<{ title16: string; pages: number }>
declare const Returns456: Schema<{ id16: string }>
declare const Search457: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body457: Schema<{ title17: string; pages: number }>
declare const Returns457: Schema<{ id17: string }>
declare const Search458: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body458: Schema<{ title18: string; pages: number }>
declare const Returns458: Schema<{ id18: string }>
declare const Search459: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body459: Schema<{ title19: string; pages: number }>
declare const Returns459: Schema<{ id19: string }>
declare const Search460: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body460: Schema<{ title0: string; pages: number }>
declare const Returns460: Schema<{ id0: string }>
declare const Search461: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body461: Schema<{ title1: string; pages: number }>
declare const Returns461: Schema<{ id1: string }>
declare const Search462: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body462: Schema<{ title2: string; pages: number }>
declare const Returns462: Schema<{ id2: string }>
declare const Search463: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body463: Schema<{ title3: string; pages: number }>
declare const Returns463: Schema<{ id3: string }>
declare const Search464: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body464: Schema<{ title4: string; pages: number }>
declare const Returns464: Schema<{ id4: string }>
declare const Search465: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body465: Schema<{ title5: string; pages: number }>
declare const Returns465: Schema<{ id5: string }>
declare const Search466: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body466: Schema<{ title6: string; pages: number }>
declare const Returns466: Schema<{ id6: string }>
declare const Search467: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body467: Schema<{ title7: string; pages: number }>
declare const Returns467: Schema<{ id7: string }>
declare const Search468: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body468: Schema<{ title8: string; pages: number }>
declare const Returns468: Schema<{ id8: string }>
declare const Search469: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body469: Schema<{ title9: string; pages: number }>
declare const Returns469: Schema<{ id9: string }>
declare const Search470: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body470: Schema<{ title10: string; pages: number }>
declare const Returns470: Schema<{ id10: string }>
declare const Search471: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body471: Schema<{ title11: string; pages: number }>
declare const Returns471: Schema<{ id11: string }>
declare const Search472: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body472: Schema<{ title12: string; pages: number }>
declare const Returns472: Schema<{ id12: string }>
declare const Search473: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body473: Schema<{ title13: string; pages: number }>
declare const Returns473: Schema<{ id13: string }>
declare const Search474: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body474: Schema<{ title14: string; pages: number }>
declare const Returns474: Schema<{ id14: string }>
declare const Search475: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body475: Schema<{ title15: string; pages: number }>
declare const Returns475: Schema<{ id15: string }>
declare const Search476: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body476: Schema<{ title16: string; pages: number }>
declare const Returns476: Schema<{ id16: string }>
declare const Search477: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body477: Schema<{ title17: string; pages: number }>
declare const Returns477: Schema<{ id17: string }>
declare const Search478: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body478: Schema<{ title18: string; pages: number }>
declare const Returns478: Schema<{ id18: string }>
declare const Search479: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body479: Schema<{ title19: string; pages: number }>
declare const Returns479: Schema<{ id19: string }>
declare const Search480: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body480: Schema<{ title0: string; pages: number }>
declare const Returns480: Schema<{ id0: string }>
declare const Search481: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body481: Schema<{ title1: string; pages: number }>
declare const Returns481: Schema<{ id1: string }>
declare const Search482: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body482: Schema<{ title2: string; pages: number }>
declare const Returns482: Schema<{ id2: string }>
declare const Search483: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body483: Schema<{ title3: string; pages: number }>
declare const Returns483: Schema<{ id3: string }>
declare const Search484: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body484: Schema<{ title4: string; pages: number }>
declare const Returns484: Schema<{ id4: string }>
declare const Search485: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body485: Schema<{ title5: string; pages: number }>
declare const Returns485: Schema<{ id5: string }>
declare const Search486: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body486: Schema<{ title6: string; pages: number }>
declare const Returns486: Schema<{ id6: string }>
declare const Search487: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body487: Schema<{ title7: string; pages: number }>
declare const Returns487: Schema<{ id7: string }>
declare const Search488: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body488: Schema<{ title8: string; pages: number }>
declare const Returns488: Schema<{ id8: string }>
declare const Search489: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body489: Schema<{ title9: string; pages: number }>
declare const Returns489: Schema<{ id9: string }>
declare const Search490: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body490: Schema<{ title10: string; pages: number }>
declare const Returns490: Schema<{ id10: string }>
declare const Search491: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body491: Schema<{ title11: string; pages: number }>
declare const Returns491: Schema<{ id11: string }>
declare const Search492: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body492: Schema<{ title12: string; pages: number }>
declare const Returns492: Schema<{ id12: string }>
declare const Search493: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body493: Schema<{ title13: string; pages: number }>
declare const Returns493: Schema<{ id13: string }>
declare const Search494: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body494: Schema<{ title14: string; pages: number }>
declare const Returns494: Schema<{ id14: string }>
declare const Search495: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body495: Schema<{ title15: string; pages: number }>
declare const Returns495: Schema<{ id15: string }>
declare const Search496: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body496: Schema<{ title16: string; pages: number }>
declare const Returns496: Schema<{ id16: string }>
declare const Search497: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body497: Schema<{ title17: string; pages: number }>
declare const Returns497: Schema<{ id17: string }>
declare const Search498: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body498: Schema<{ title18: string; pages: number }>
declare const Returns498: Schema<{ id18: string }>
declare const Search499: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body499: Schema<{ title19: string; pages: number }>
declare const Returns499: Schema<{ id19: string }>
declare const Search500: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body500: Schema<{ title0: string; pages: number }>
declare const Returns500: Schema<{ id0: string }>
declare const Search501: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body501: Schema<{ title1: string; pages: number }>
declare const Returns501: Schema<{ id1: string }>
declare const Search502: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body502: Schema<{ title2: string; pages: number }>
declare const Returns502: Schema<{ id2: string }>
declare const Search503: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body503: Schema<{ title3: string; pages: number }>
declare const Returns503: Schema<{ id3: string }>
declare const Search504: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body504: Schema<{ title4: string; pages: number }>
declare const Returns504: Schema<{ id4: string }>
declare const Search505: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body505: Schema<{ title5: string; pages: number }>
declare const Returns505: Schema<{ id5: string }>
declare const Search506: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body506: Schema<{ title6: string; pages: number }>
declare const Returns506: Schema<{ id6: string }>
declare const Search507: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body507: Schema<{ title7: string; pages: number }>
declare const Returns507: Schema<{ id7: string }>
declare const Search508: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body508: Schema<{ title8: string; pages: number }>
declare const Returns508: Schema<{ id8: string }>
declare const Search509: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body509: Schema<{ title9: string; pages: number }>
declare const Returns509: Schema<{ id9: string }>
declare const Search510: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body510: Schema<{ title10: string; pages: number }>
declare const Returns510: Schema<{ id10: string }>
declare const Search511: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body511: Schema<{ title11: string; pages: number }>
declare const Returns511: Schema<{ id11: string }>
declare const Search512: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body512: Schema<{ title12: string; pages: number }>
declare const Returns512: Schema<{ id12: string }>
declare const Search513: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body513: Schema<{ title13: string; pages: number }>
declare const Returns513: Schema<{ id13: string }>
declare const Search514: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body514: Schema<{ title14: string; pages: number }>
declare const Returns514: Schema<{ id14: string }>
declare const Search515: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body515: Schema<{ title15: string; pages: number }>
declare const Returns515: Schema<{ id15: string }>
declare const Search516: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body516: Schema<{ title16: string; pages: number }>
declare const Returns516: Schema<{ id16: string }>
declare const Search517: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body517: Schema<{ title17: string; pages: number }>
declare const Returns517: Schema<{ id17: string }>
declare const Search518: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body518: Schema<{ title18: string; pages: number }>
declare const Returns518: Schema<{ id18: string }>
declare const Search519: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body519: Schema<{ title19: string; pages: number }>
declare const Returns519: Schema<{ id19: string }>
declare const Search520: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body520: Schema<{ title0: string; pages: number }>
declare const Returns520: Schema<{ id0: string }>
declare const Search521: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body521: Schema<{ title1: string; pages: number }>
declare const Returns521: Schema<{ id1: string }>
declare const Search522: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body522: Schema<{ title2: string; pages: number }>
declare const Returns522: Schema<{ id2: string }>
declare const Search523: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body523: Schema<{ title3: string; pages: number }>
declare const Returns523: Schema<{ id3: string }>
declare const Search524: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body524: Schema<{ title4: string; pages: number }>
declare const Returns524: Schema<{ id4: string }>
declare const Search525: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body525: Schema<{ title5: string; pages: number }>
declare const Returns525: Schema<{ id5: string }>
declare const Search526: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body526: Schema<{ title6: string; pages: number }>
declare const Returns526: Schema<{ id6: string }>
declare const Search527: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body527: Schema<{ title7: string; pages: number }>
declare const Returns527: Schema<{ id7: string }>
declare const Search528: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body528: Schema<{ title8: string; pages: number }>
declare const Returns528: Schema<{ id8: string }>
declare const Search529: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body529: Schema<{ title9: string; pages: number }>
declare const Returns529: Schema<{ id9: string }>
declare const Search530: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body530: Schema<{ title10: string; pages: number }>
declare const Returns530: Schema<{ id10: string }>
declare const Search531: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body531: Schema<{ title11: string; pages: number }>
declare const Returns531: Schema<{ id11: string }>
declare const Search532: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body532: Schema<{ title12: string; pages: number }>
declare const Returns532: Schema<{ id12: string }>
declare const Search533: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body533: Schema<{ title13: string; pages: number }>
declare const Returns533: Schema<{ id13: string }>
declare const Search534: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body534: Schema<{ title14: string; pages: number }>
declare const Returns534: Schema<{ id14: string }>
declare const Search535: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body535: Schema<{ title15: string; pages: number }>
declare const Returns535: Schema<{ id15: string }>
declare const Search536: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body536: Schema<{ title16: string; pages: number }>
declare const Returns536: Schema<{ id16: string }>
declare const Search537: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body537: Schema<{ title17: string; pages: number }>
declare const Returns537: Schema<{ id17: string }>
declare const Search538: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body538: Schema<{ title18: string; pages: number }>
declare const Returns538: Schema<{ id18: string }>
declare const Search539: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body539: Schema<{ title19: string; pages: number }>
declare const Returns539: Schema<{ id19: string }>
declare const Search540: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body540: Schema<{ title0: string; pages: number }>
declare const Returns540: Schema<{ id0: string }>
declare const Search541: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body541: Schema<{ title1: string; pages: number }>
declare const Returns541: Schema<{ id1: string }>
declare const Search542: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body542: Schema<{ title2: string; pages: number }>
declare const Returns542: Schema<{ id2: string }>
declare const Search543: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body543: Schema<{ title3: string; pages: number }>
declare const Returns543: Schema<{ id3: string }>
declare const Search544: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body544: Schema<{ title4: string; pages: number }>
declare const Returns544: Schema<{ id4: string }>
declare const Search545: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body545: Schema<{ title5: string; pages: number }>
declare const Returns545: Schema<{ id5: string }>
declare const Search546: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body546: Schema<{ title6: string; pages: number }>
declare const Returns546: Schema<{ id6: string }>
declare const Search547: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body547: Schema<{ title7: string; pages: number }>
declare const Returns547: Schema<{ id7: string }>
declare const Search548: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body548: Schema<{ title8: string; pages: number }>
declare const Returns548: Schema<{ id8: string }>
declare const Search549: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body549: Schema<{ title9: string; pages: number }>
declare const Returns549: Schema<{ id9: string }>
declare const Search550: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body550: Schema<{ title10: string; pages: number }>
declare const Returns550: Schema<{ id10: string }>
declare const Search551: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body551: Schema<{ title11: string; pages: number }>
declare const Returns551: Schema<{ id11: string }>
declare const Search552: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body552: Schema<{ title12: string; pages: number }>
declare const Returns552: Schema<{ id12: string }>
declare const Search553: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body553: Schema<{ title13: string; pages: number }>
declare const Returns553: Schema<{ id13: string }>
declare const Search554: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body554: Schema<{ title14: string; pages: number }>
declare const Returns554: Schema<{ id14: string }>
declare const Search555: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body555: Schema<{ title15: string; pages: number }>
declare const Returns555: Schema<{ id15: string }>
declare const Search556: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body556: Schema<{ title16: string; pages: number }>
declare const Returns556: Schema<{ id16: string }>
declare const Search557: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body557: Schema<{ title17: string; pages: number }>
declare const Returns557: Schema<{ id17: string }>
declare const Search558: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body558: Schema<{ title18: string; pages: number }>
declare const Returns558: Schema<{ id18: string }>
declare const Search559: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body559: Schema<{ title19: string; pages: number }>
declare const Returns559: Schema<{ id19: string }>
declare const Search560: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body560: Schema<{ title0: string; pages: number }>
declare const Returns560: Schema<{ id0: string }>
declare const Search561: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body561: Schema<{ title1: string; pages: number }>
declare const Returns561: Schema<{ id1: string }>
declare const Search562: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body562: Schema<{ title2: string; pages: number }>
declare const Returns562: Schema<{ id2: string }>
declare const Search563: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body563: Schema<{ title3: string; pages: number }>
declare const Returns563: Schema<{ id3: string }>
declare const Search564: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body564: Schema<{ title4: string; pages: number }>
declare const Returns564: Schema<{ id4: string }>
declare const Search565: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body565: Schema<{ title5: string; pages: number }>
declare const Returns565: Schema<{ id5: string }>
declare const Search566: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body566: Schema<{ title6: string; pages: number }>
declare const Returns566: Schema<{ id6: string }>
declare const Search567: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body567: Schema<{ title7: string; pages: number }>
declare const Returns567: Schema<{ id7: string }>
declare const Search568: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body568: Schema<{ title8: string; pages: number }>
declare const Returns568: Schema<{ id8: string }>
declare const Search569: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body569: Schema<{ title9: string; pages: number }>
declare const Returns569: Schema<{ id9: string }>
declare const Search570: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body570: Schema<{ title10: string; pages: number }>
declare const Returns570: Schema<{ id10: string }>
declare const Search571: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body571: Schema<{ title11: string; pages: number }>
declare const Returns571: Schema<{ id11: string }>
declare const Search572: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body572: Schema<{ title12: string; pages: number }>
declare const Returns572: Schema<{ id12: string }>
declare const Search573: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body573: Schema<{ title13: string; pages: number }>
declare const Returns573: Schema<{ id13: string }>
declare const Search574: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body574: Schema<{ title14: string; pages: number }>
declare const Returns574: Schema<{ id14: string }>
declare const Search575: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body575: Schema<{ title15: string; pages: number }>
declare const Returns575: Schema<{ id15: string }>
declare const Search576: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body576: Schema<{ title16: string; pages: number }>
declare const Returns576: Schema<{ id16: string }>
declare const Search577: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body577: Schema<{ title17: string; pages: number }>
declare const Returns577: Schema<{ id17: string }>
declare const Search578: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body578: Schema<{ title18: string; pages: number }>
declare const Returns578: Schema<{ id18: string }>
declare const Search579: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body579: Schema<{ title19: string; pages: number }>
declare const Returns579: Schema<{ id19: string }>
declare const Search580: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body580: Schema<{ title0: string; pages: number }>
declare const Returns580: Schema<{ id0: string }>
declare const Search581: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body581: Schema<{ title1: string; pages: number }>
declare const Returns581: Schema<{ id1: string }>
declare const Search582: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body582: Schema<{ title2: string; pages: number }>
declare const Returns582: Schema<{ id2: string }>
declare const Search583: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body583: Schema<{ title3: string; pages: number }>
declare const Returns583: Schema<{ id3: string }>
declare const Search584: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body584: Schema<{ title4: string; pages: number }>
declare const Returns584: Schema<{ id4: string }>
declare const Search585: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body585: Schema<{ title5: string; pages: number }>
declare const Returns585: Schema<{ id5: string }>
declare const Search586: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body586: Schema<{ title6: string; pages: number }>
declare const Returns586: Schema<{ id6: string }>
declare const Search587: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body587: Schema<{ title7: string; pages: number }>
declare const Returns587: Schema<{ id7: string }>
declare const Search588: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body588: Schema<{ title8: string; pages: number }>
declare const Returns588: Schema<{ id8: string }>
declare const Search589: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body589: Schema<{ title9: string; pages: number }>
declare const Returns589: Schema<{ id9: string }>
declare const Search590: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body590: Schema<{ title10: string; pages: number }>
declare const Returns590: Schema<{ id10: string }>
declare const Search591: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body591: Schema<{ title11: string; pages: number }>
declare const Returns591: Schema<{ id11: string }>
declare const Search592: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body592: Schema<{ title12: string; pages: number }>
declare const Returns592: Schema<{ id12: string }>
declare const Search593: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body593: Schema<{ title13: string; pages: number }>
declare const Returns593: Schema<{ id13: string }>
declare const Search594: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body594: Schema<{ title14: string; pages: number }>
declare const Returns594: Schema<{ id14: string }>
declare const Search595: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body595: Schema<{ title15: string; pages: number }>
declare const Returns595: Schema<{ id15: string }>
declare const Search596: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body596: Schema<{ title16: string; pages: number }>
declare const Returns596: Schema<{ id16: string }>
declare const Search597: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body597: Schema<{ title17: string; pages: number }>
declare const Returns597: Schema<{ id17: string }>
declare const Search598: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body598: Schema<{ title18: string; pages: number }>
declare const Returns598: Schema<{ id18: string }>
declare const Search599: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body599: Schema<{ title19: string; pages: number }>
declare const Returns599: Schema<{ id19: string }>
declare const Search600: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body600: Schema<{ title0: string; pages: number }>
declare const Returns600: Schema<{ id0: string }>
declare const Search601: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body601: Schema<{ title1: string; pages: number }>
declare const Returns601: Schema<{ id1: string }>
declare const Search602: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body602: Schema<{ title2: string; pages: number }>
declare const Returns602: Schema<{ id2: string }>
declare const Search603: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body603: Schema<{ title3: string; pages: number }>
declare const Returns603: Schema<{ id3: string }>
declare const Search604: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body604: Schema<{ title4: string; pages: number }>
declare const Returns604: Schema<{ id4: string }>
declare const Search605: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body605: Schema<{ title5: string; pages: number }>
declare const Returns605: Schema<{ id5: string }>
declare const Search606: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body606: Schema<{ title6: string; pages: number }>
declare const Returns606: Schema<{ id6: string }>
declare const Search607: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body607: Schema<{ title7: string; pages: number }>
declare const Returns607: Schema<{ id7: string }>
declare const Search608: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body608: Schema<{ title8: string; pages: number }>
declare const Returns608: Schema<{ id8: string }>
declare const Search609: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body609: Schema<{ title9: string; pages: number }>
declare const Returns609: Schema<{ id9: string }>
declare const Search610: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body610: Schema<{ title10: string; pages: number }>
declare const Returns610: Schema<{ id10: string }>
declare const Search611: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body611: Schema<{ title11: string; pages: number }>
declare const Returns611: Schema<{ id11: string }>
declare const Search612: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body612: Schema<{ title12: string; pages: number }>
declare const Returns612: Schema<{ id12: string }>
declare const Search613: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body613: Schema<{ title13: string; pages: number }>
declare const Returns613: Schema<{ id13: string }>
declare const Search614: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body614: Schema<{ title14: string; pages: number }>
declare const Returns614: Schema<{ id14: string }>
declare const Search615: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body615: Schema<{ title15: string; pages: number }>
declare const Returns615: Schema<{ id15: string }>
declare const Search616: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body616: Schema<{ title16: string; pages: number }>
declare const Returns616: Schema<{ id16: string }>
declare const Search617: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body617: Schema<{ title17: string; pages: number }>
declare const Returns617: Schema<{ id17: string }>
declare const Search618: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body618: Schema<{ title18: string; pages: number }>
declare const Returns618: Schema<{ id18: string }>
declare const Search619: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body619: Schema<{ title19: string; pages: number }>
declare const Returns619: Schema<{ id19: string }>
declare const Search620: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body620: Schema<{ title0: string; pages: number }>
declare const Returns620: Schema<{ id0: string }>
declare const Search621: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body621: Schema<{ title1: string; pages: number }>
declare const Returns621: Schema<{ id1: string }>
declare const Search622: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body622: Schema<{ title2: string; pages: number }>
declare const Returns622: Schema<{ id2: string }>
declare const Search623: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body623: Schema<{ title3: string; pages: number }>
declare const Returns623: Schema<{ id3: string }>
declare const Search624: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body624: Schema<{ title4: string; pages: number }>
declare const Returns624: Schema<{ id4: string }>
declare const Search625: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body625: Schema<{ title5: string; pages: number }>
declare const Returns625: Schema<{ id5: string }>
declare const Search626: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body626: Schema<{ title6: string; pages: number }>
declare const Returns626: Schema<{ id6: string }>
declare const Search627: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body627: Schema<{ title7: string; pages: number }>
declare const Returns627: Schema<{ id7: string }>
declare const Search628: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body628: Schema<{ title8: string; pages: number }>
declare const Returns628: Schema<{ id8: string }>
declare const Search629: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body629: Schema<{ title9: string; pages: number }>
declare const Returns629: Schema<{ id9: string }>
declare const Search630: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body630: Schema<{ title10: string; pages: number }>
declare const Returns630: Schema<{ id10: string }>
declare const Search631: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body631: Schema<{ title11: string; pages: number }>
declare const Returns631: Schema<{ id11: string }>
declare const Search632: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body632: Schema<{ title12: string; pages: number }>
declare const Returns632: Schema<{ id12: string }>
declare const Search633: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body633: Schema<{ title13: string; pages: number }>
declare const Returns633: Schema<{ id13: string }>
declare const Search634: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body634: Schema<{ title14: string; pages: number }>
declare const Returns634: Schema<{ id14: string }>
declare const Search635: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body635: Schema<{ title15: string; pages: number }>
declare const Returns635: Schema<{ id15: string }>
declare const Search636: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body636: Schema<{ title16: string; pages: number }>
declare const Returns636: Schema<{ id16: string }>
declare const Search637: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body637: Schema<{ title17: string; pages: number }>
declare const Returns637: Schema<{ id17: string }>
declare const Search638: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body638: Schema<{ title18: string; pages: number }>
declare const Returns638: Schema<{ id18: string }>
declare const Search639: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body639: Schema<{ title19: string; pages: number }>
declare const Returns639: Schema<{ id19: string }>
declare const Search640: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body640: Schema<{ title0: string; pages: number }>
declare const Returns640: Schema<{ id0: string }>
declare const Search641: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body641: Schema<{ title1: string; pages: number }>
declare const Returns641: Schema<{ id1: string }>
declare const Search642: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body642: Schema<{ title2: string; pages: number }>
declare const Returns642: Schema<{ id2: string }>
declare const Search643: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body643: Schema<{ title3: string; pages: number }>
declare const Returns643: Schema<{ id3: string }>
declare const Search644: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body644: Schema<{ title4: string; pages: number }>
declare const Returns644: Schema<{ id4: string }>
declare const Search645: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body645: Schema<{ title5: string; pages: number }>
declare const Returns645: Schema<{ id5: string }>
declare const Search646: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body646: Schema<{ title6: string; pages: number }>
declare const Returns646: Schema<{ id6: string }>
declare const Search647: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body647: Schema<{ title7: string; pages: number }>
declare const Returns647: Schema<{ id7: string }>
declare const Search648: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body648: Schema<{ title8: string; pages: number }>
declare const Returns648: Schema<{ id8: string }>
declare const Search649: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body649: Schema<{ title9: string; pages: number }>
declare const Returns649: Schema<{ id9: string }>
declare const Search650: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body650: Schema<{ title10: string; pages: number }>
declare const Returns650: Schema<{ id10: string }>
declare const Search651: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body651: Schema<{ title11: string; pages: number }>
declare const Returns651: Schema<{ id11: string }>
declare const Search652: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body652: Schema<{ title12: string; pages: number }>
declare const Returns652: Schema<{ id12: string }>
declare const Search653: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body653: Schema<{ title13: string; pages: number }>
declare const Returns653: Schema<{ id13: string }>
declare const Search654: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body654: Schema<{ title14: string; pages: number }>
declare const Returns654: Schema<{ id14: string }>
declare const Search655: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body655: Schema<{ title15: string; pages: number }>
declare const Returns655: Schema<{ id15: string }>
declare const Search656: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body656: Schema<{ title16: string; pages: number }>
declare const Returns656: Schema<{ id16: string }>
declare const Search657: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body657: Schema<{ title17: string; pages: number }>
declare const Returns657: Schema<{ id17: string }>
declare const Search658: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body658: Schema<{ title18: string; pages: number }>
declare const Returns658: Schema<{ id18: string }>
declare const Search659: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body659: Schema<{ title19: string; pages: number }>
declare const Returns659: Schema<{ id19: string }>
declare const Search660: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body660: Schema<{ title0: string; pages: number }>
declare const Returns660: Schema<{ id0: string }>
declare const Search661: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body661: Schema<{ title1: string; pages: number }>
declare const Returns661: Schema<{ id1: string }>
declare const Search662: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body662: Schema<{ title2: string; pages: number }>
declare const Returns662: Schema<{ id2: string }>
declare const Search663: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body663: Schema<{ title3: string; pages: number }>
declare const Returns663: Schema<{ id3: string }>
declare const Search664: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body664: Schema<{ title4: string; pages: number }>
declare const Returns664: Schema<{ id4: string }>
declare const Search665: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body665: Schema<{ title5: string; pages: number }>
declare const Returns665: Schema<{ id5: string }>
declare const Search666: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body666: Schema<{ title6: string; pages: number }>
declare const Returns666: Schema<{ id6: string }>
declare const Search667: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body667: Schema<{ title7: string; pages: number }>
declare const Returns667: Schema<{ id7: string }>
declare const Search668: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body668: Schema<{ title8: string; pages: number }>
declare const Returns668: Schema<{ id8: string }>
declare const Search669: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body669: Schema<{ title9: string; pages: number }>
declare const Returns669: Schema<{ id9: string }>
declare const Search670: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body670: Schema<{ title10: string; pages: number }>
declare const Returns670: Schema<{ id10: string }>
declare const Search671: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body671: Schema<{ title11: string; pages: number }>
declare const Returns671: Schema<{ id11: string }>
declare const Search672: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body672: Schema<{ title12: string; pages: number }>
declare const Returns672: Schema<{ id12: string }>
declare const Search673: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body673: Schema<{ title13: string; pages: number }>
declare const Returns673: Schema<{ id13: string }>
declare const Search674: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body674: Schema<{ title14: string; pages: number }>
declare const Returns674: Schema<{ id14: string }>
declare const Search675: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body675: Schema<{ title15: string; pages: number }>
declare const Returns675: Schema<{ id15: string }>
declare const Search676: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body676: Schema<{ title16: string; pages: number }>
declare const Returns676: Schema<{ id16: string }>
declare const Search677: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body677: Schema<{ title17: string; pages: number }>
declare const Returns677: Schema<{ id17: string }>
declare const Search678: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body678: Schema<{ title18: string; pages: number }>
declare const Returns678: Schema<{ id18: string }>
declare const Search679: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body679: Schema<{ title19: string; pages: number }>
declare const Returns679: Schema<{ id19: string }>
declare const Search680: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body680: Schema<{ title0: string; pages: number }>
declare const Returns680: Schema<{ id0: string }>
declare const Search681: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body681: Schema<{ title1: string; pages: number }>
declare const Returns681: Schema<{ id1: string }>
declare const Search682: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body682: Schema<{ title2: string; pages: number }>
declare const Returns682: Schema<{ id2: string }>
declare const Search683: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body683: Schema<{ title3: string; pages: number }>
declare const Returns683: Schema<{ id3: string }>
declare const Search684: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body684: Schema<{ title4: string; pages: number }>
declare const Returns684: Schema<{ id4: string }>
declare const Search685: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body685: Schema<{ title5: string; pages: number }>
declare const Returns685: Schema<{ id5: string }>
declare const Search686: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body686: Schema<{ title6: string; pages: number }>
declare const Returns686: Schema<{ id6: string }>
declare const Search687: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body687: Schema<{ title7: string; pages: number }>
declare const Returns687: Schema<{ id7: string }>
declare const Search688: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body688: Schema<{ title8: string; pages: number }>
declare const Returns688: Schema<{ id8: string }>
declare const Search689: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body689: Schema<{ title9: string; pages: number }>
declare const Returns689: Schema<{ id9: string }>
declare const Search690: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body690: Schema<{ title10: string; pages: number }>
declare const Returns690: Schema<{ id10: string }>
declare const Search691: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body691: Schema<{ title11: string; pages: number }>
declare const Returns691: Schema<{ id11: string }>
declare const Search692: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body692: Schema<{ title12: string; pages: number }>
declare const Returns692: Schema<{ id12: string }>
declare const Search693: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body693: Schema<{ title13: string; pages: number }>
declare const Returns693: Schema<{ id13: string }>
declare const Search694: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body694: Schema<{ title14: string; pages: number }>
declare const Returns694: Schema<{ id14: string }>
declare const Search695: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body695: Schema<{ title15: string; pages: number }>
declare const Returns695: Schema<{ id15: string }>
declare const Search696: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body696: Schema<{ title16: string; pages: number }>
declare const Returns696: Schema<{ id16: string }>
declare const Search697: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body697: Schema<{ title17: string; pages: number }>
declare const Returns697: Schema<{ id17: string }>
declare const Search698: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body698: Schema<{ title18: string; pages: number }>
declare const Returns698: Schema<{ id18: string }>
declare const Search699: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body699: Schema<{ title19: string; pages: number }>
declare const Returns699: Schema<{ id19: string }>
declare const Search700: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body700: Schema<{ title0: string; pages: number }>
declare const Returns700: Schema<{ id0: string }>
declare const Search701: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body701: Schema<{ title1: string; pages: number }>
declare const Returns701: Schema<{ id1: string }>
declare const Search702: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body702: Schema<{ title2: string; pages: number }>
declare const Returns702: Schema<{ id2: string }>
declare const Search703: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body703: Schema<{ title3: string; pages: number }>
declare const Returns703: Schema<{ id3: string }>
declare const Search704: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body704: Schema<{ title4: string; pages: number }>
declare const Returns704: Schema<{ id4: string }>
declare const Search705: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body705: Schema<{ title5: string; pages: number }>
declare const Returns705: Schema<{ id5: string }>
declare const Search706: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body706: Schema<{ title6: string; pages: number }>
declare const Returns706: Schema<{ id6: string }>
declare const Search707: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body707: Schema<{ title7: string; pages: number }>
declare const Returns707: Schema<{ id7: string }>
declare const Search708: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body708: Schema<{ title8: string; pages: number }>
declare const Returns708: Schema<{ id8: string }>
declare const Search709: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body709: Schema<{ title9: string; pages: number }>
declare const Returns709: Schema<{ id9: string }>
declare const Search710: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body710: Schema<{ title10: string; pages: number }>
declare const Returns710: Schema<{ id10: string }>
declare const Search711: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body711: Schema<{ title11: string; pages: number }>
declare const Returns711: Schema<{ id11: string }>
declare const Search712: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body712: Schema<{ title12: string; pages: number }>
declare const Returns712: Schema<{ id12: string }>
declare const Search713: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body713: Schema<{ title13: string; pages: number }>
declare const Returns713: Schema<{ id13: string }>
declare const Search714: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body714: Schema<{ title14: string; pages: number }>
declare const Returns714: Schema<{ id14: string }>
declare const Search715: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body715: Schema<{ title15: string; pages: number }>
declare const Returns715: Schema<{ id15: string }>
declare const Search716: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body716: Schema<{ title16: string; pages: number }>
declare const Returns716: Schema<{ id16: string }>
declare const Search717: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body717: Schema<{ title17: string; pages: number }>
declare const Returns717: Schema<{ id17: string }>
declare const Search718: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body718: Schema<{ title18: string; pages: number }>
declare const Returns718: Schema<{ id18: string }>
declare const Search719: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body719: Schema<{ title19: string; pages: number }>
declare const Returns719: Schema<{ id19: string }>
declare const Search720: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body720: Schema<{ title0: string; pages: number }>
declare const Returns720: Schema<{ id0: string }>
declare const Search721: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body721: Schema<{ title1: string; pages: number }>
declare const Returns721: Schema<{ id1: string }>
declare const Search722: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body722: Schema<{ title2: string; pages: number }>
declare const Returns722: Schema<{ id2: string }>
declare const Search723: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body723: Schema<{ title3: string; pages: number }>
declare const Returns723: Schema<{ id3: string }>
declare const Search724: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body724: Schema<{ title4: string; pages: number }>
declare const Returns724: Schema<{ id4: string }>
declare const Search725: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body725: Schema<{ title5: string; pages: number }>
declare const Returns725: Schema<{ id5: string }>
declare const Search726: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body726: Schema<{ title6: string; pages: number }>
declare const Returns726: Schema<{ id6: string }>
declare const Search727: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body727: Schema<{ title7: string; pages: number }>
declare const Returns727: Schema<{ id7: string }>
declare const Search728: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body728: Schema<{ title8: string; pages: number }>
declare const Returns728: Schema<{ id8: string }>
declare const Search729: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body729: Schema<{ title9: string; pages: number }>
declare const Returns729: Schema<{ id9: string }>
declare const Search730: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body730: Schema<{ title10: string; pages: number }>
declare const Returns730: Schema<{ id10: string }>
declare const Search731: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body731: Schema<{ title11: string; pages: number }>
declare const Returns731: Schema<{ id11: string }>
declare const Search732: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body732: Schema<{ title12: string; pages: number }>
declare const Returns732: Schema<{ id12: string }>
declare const Search733: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body733: Schema<{ title13: string; pages: number }>
declare const Returns733: Schema<{ id13: string }>
declare const Search734: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body734: Schema<{ title14: string; pages: number }>
declare const Returns734: Schema<{ id14: string }>
declare const Search735: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body735: Schema<{ title15: string; pages: number }>
declare const Returns735: Schema<{ id15: string }>
declare const Search736: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body736: Schema<{ title16: string; pages: number }>
declare const Returns736: Schema<{ id16: string }>
declare const Search737: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body737: Schema<{ title17: string; pages: number }>
declare const Returns737: Schema<{ id17: string }>
declare const Search738: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body738: Schema<{ title18: string; pages: number }>
declare const Returns738: Schema<{ id18: string }>
declare const Search739: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body739: Schema<{ title19: string; pages: number }>
declare const Returns739: Schema<{ id19: string }>
declare const Search740: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body740: Schema<{ title0: string; pages: number }>
declare const Returns740: Schema<{ id0: string }>
declare const Search741: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body741: Schema<{ title1: string; pages: number }>
declare const Returns741: Schema<{ id1: string }>
declare const Search742: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body742: Schema<{ title2: string; pages: number }>
declare const Returns742: Schema<{ id2: string }>
declare const Search743: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body743: Schema<{ title3: string; pages: number }>
declare const Returns743: Schema<{ id3: string }>
declare const Search744: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body744: Schema<{ title4: string; pages: number }>
declare const Returns744: Schema<{ id4: string }>
declare const Search745: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body745: Schema<{ title5: string; pages: number }>
declare const Returns745: Schema<{ id5: string }>
declare const Search746: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body746: Schema<{ title6: string; pages: number }>
declare const Returns746: Schema<{ id6: string }>
declare const Search747: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body747: Schema<{ title7: string; pages: number }>
declare const Returns747: Schema<{ id7: string }>
declare const Search748: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body748: Schema<{ title8: string; pages: number }>
declare const Returns748: Schema<{ id8: string }>
declare const Search749: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body749: Schema<{ title9: string; pages: number }>
declare const Returns749: Schema<{ id9: string }>
declare const Search750: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body750: Schema<{ title10: string; pages: number }>
declare const Returns750: Schema<{ id10: string }>
declare const Search751: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body751: Schema<{ title11: string; pages: number }>
declare const Returns751: Schema<{ id11: string }>
declare const Search752: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body752: Schema<{ title12: string; pages: number }>
declare const Returns752: Schema<{ id12: string }>
declare const Search753: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body753: Schema<{ title13: string; pages: number }>
declare const Returns753: Schema<{ id13: string }>
declare const Search754: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body754: Schema<{ title14: string; pages: number }>
declare const Returns754: Schema<{ id14: string }>
declare const Search755: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body755: Schema<{ title15: string; pages: number }>
declare const Returns755: Schema<{ id15: string }>
declare const Search756: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body756: Schema<{ title16: string; pages: number }>
declare const Returns756: Schema<{ id16: string }>
declare const Search757: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body757: Schema<{ title17: string; pages: number }>
declare const Returns757: Schema<{ id17: string }>
declare const Search758: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body758: Schema<{ title18: string; pages: number }>
declare const Returns758: Schema<{ id18: string }>
declare const Search759: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body759: Schema<{ title19: string; pages: number }>
declare const Returns759: Schema<{ id19: string }>
declare const Search760: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body760: Schema<{ title0: string; pages: number }>
declare const Returns760: Schema<{ id0: string }>
declare const Search761: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body761: Schema<{ title1: string; pages: number }>
declare const Returns761: Schema<{ id1: string }>
declare const Search762: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body762: Schema<{ title2: string; pages: number }>
declare const Returns762: Schema<{ id2: string }>
declare const Search763: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body763: Schema<{ title3: string; pages: number }>
declare const Returns763: Schema<{ id3: string }>
declare const Search764: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body764: Schema<{ title4: string; pages: number }>
declare const Returns764: Schema<{ id4: string }>
declare const Search765: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body765: Schema<{ title5: string; pages: number }>
declare const Returns765: Schema<{ id5: string }>
declare const Search766: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body766: Schema<{ title6: string; pages: number }>
declare const Returns766: Schema<{ id6: string }>
declare const Search767: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body767: Schema<{ title7: string; pages: number }>
declare const Returns767: Schema<{ id7: string }>
declare const Search768: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body768: Schema<{ title8: string; pages: number }>
declare const Returns768: Schema<{ id8: string }>
declare const Search769: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body769: Schema<{ title9: string; pages: number }>
declare const Returns769: Schema<{ id9: string }>
declare const Search770: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body770: Schema<{ title10: string; pages: number }>
declare const Returns770: Schema<{ id10: string }>
declare const Search771: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body771: Schema<{ title11: string; pages: number }>
declare const Returns771: Schema<{ id11: string }>
declare const Search772: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body772: Schema<{ title12: string; pages: number }>
declare const Returns772: Schema<{ id12: string }>
declare const Search773: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body773: Schema<{ title13: string; pages: number }>
declare const Returns773: Schema<{ id13: string }>
declare const Search774: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body774: Schema<{ title14: string; pages: number }>
declare const Returns774: Schema<{ id14: string }>
declare const Search775: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body775: Schema<{ title15: string; pages: number }>
declare const Returns775: Schema<{ id15: string }>
declare const Search776: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body776: Schema<{ title16: string; pages: number }>
declare const Returns776: Schema<{ id16: string }>
declare const Search777: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body777: Schema<{ title17: string; pages: number }>
declare const Returns777: Schema<{ id17: string }>
declare const Search778: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body778: Schema<{ title18: string; pages: number }>
declare const Returns778: Schema<{ id18: string }>
declare const Search779: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body779: Schema<{ title19: string; pages: number }>
declare const Returns779: Schema<{ id19: string }>
declare const Search780: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body780: Schema<{ title0: string; pages: number }>
declare const Returns780: Schema<{ id0: string }>
declare const Search781: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body781: Schema<{ title1: string; pages: number }>
declare const Returns781: Schema<{ id1: string }>
declare const Search782: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body782: Schema<{ title2: string; pages: number }>
declare const Returns782: Schema<{ id2: string }>
declare const Search783: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body783: Schema<{ title3: string; pages: number }>
declare const Returns783: Schema<{ id3: string }>
declare const Search784: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body784: Schema<{ title4: string; pages: number }>
declare const Returns784: Schema<{ id4: string }>
declare const Search785: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body785: Schema<{ title5: string; pages: number }>
declare const Returns785: Schema<{ id5: string }>
declare const Search786: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body786: Schema<{ title6: string; pages: number }>
declare const Returns786: Schema<{ id6: string }>
declare const Search787: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body787: Schema<{ title7: string; pages: number }>
declare const Returns787: Schema<{ id7: string }>
declare const Search788: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body788: Schema<{ title8: string; pages: number }>
declare const Returns788: Schema<{ id8: string }>
declare const Search789: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body789: Schema<{ title9: string; pages: number }>
declare const Returns789: Schema<{ id9: string }>
declare const Search790: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body790: Schema<{ title10: string; pages: number }>
declare const Returns790: Schema<{ id10: string }>
declare const Search791: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body791: Schema<{ title11: string; pages: number }>
declare const Returns791: Schema<{ id11: string }>
declare const Search792: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body792: Schema<{ title12: string; pages: number }>
declare const Returns792: Schema<{ id12: string }>
declare const Search793: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body793: Schema<{ title13: string; pages: number }>
declare const Returns793: Schema<{ id13: string }>
declare const Search794: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body794: Schema<{ title14: string; pages: number }>
declare const Returns794: Schema<{ id14: string }>
declare const Search795: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body795: Schema<{ title15: string; pages: number }>
declare const Returns795: Schema<{ id15: string }>
declare const Search796: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body796: Schema<{ title16: string; pages: number }>
declare const Returns796: Schema<{ id16: string }>
declare const Search797: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body797: Schema<{ title17: string; pages: number }>
declare const Returns797: Schema<{ id17: string }>
declare const Search798: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body798: Schema<{ title18: string; pages: number }>
declare const Returns798: Schema<{ id18: string }>
declare const Search799: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body799: Schema<{ title19: string; pages: number }>
declare const Returns799: Schema<{ id19: string }>
declare const Search800: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body800: Schema<{ title0: string; pages: number }>
declare const Returns800: Schema<{ id0: string }>
declare const Search801: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body801: Schema<{ title1: string; pages: number }>
declare const Returns801: Schema<{ id1: string }>
declare const Search802: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body802: Schema<{ title2: string; pages: number }>
declare const Returns802: Schema<{ id2: string }>
declare const Search803: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body803: Schema<{ title3: string; pages: number }>
declare const Returns803: Schema<{ id3: string }>
declare const Search804: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body804: Schema<{ title4: string; pages: number }>
declare const Returns804: Schema<{ id4: string }>
declare const Search805: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body805: Schema<{ title5: string; pages: number }>
declare const Returns805: Schema<{ id5: string }>
declare const Search806: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body806: Schema<{ title6: string; pages: number }>
declare const Returns806: Schema<{ id6: string }>
declare const Search807: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body807: Schema<{ title7: string; pages: number }>
declare const Returns807: Schema<{ id7: string }>
declare const Search808: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body808: Schema<{ title8: string; pages: number }>
declare const Returns808: Schema<{ id8: string }>
declare const Search809: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body809: Schema<{ title9: string; pages: number }>
declare const Returns809: Schema<{ id9: string }>
declare const Search810: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body810: Schema<{ title10: string; pages: number }>
declare const Returns810: Schema<{ id10: string }>
declare const Search811: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body811: Schema<{ title11: string; pages: number }>
declare const Returns811: Schema<{ id11: string }>
declare const Search812: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body812: Schema<{ title12: string; pages: number }>
declare const Returns812: Schema<{ id12: string }>
declare const Search813: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body813: Schema<{ title13: string; pages: number }>
declare const Returns813: Schema<{ id13: string }>
declare const Search814: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body814: Schema<{ title14: string; pages: number }>
declare const Returns814: Schema<{ id14: string }>
declare const Search815: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body815: Schema<{ title15: string; pages: number }>
declare const Returns815: Schema<{ id15: string }>
declare const Search816: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body816: Schema<{ title16: string; pages: number }>
declare const Returns816: Schema<{ id16: string }>
declare const Search817: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body817: Schema<{ title17: string; pages: number }>
declare const Returns817: Schema<{ id17: string }>
declare const Search818: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body818: Schema<{ title18: string; pages: number }>
declare const Returns818: Schema<{ id18: string }>
declare const Search819: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body819: Schema<{ title19: string; pages: number }>
declare const Returns819: Schema<{ id19: string }>
declare const Search820: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body820: Schema<{ title0: string; pages: number }>
declare const Returns820: Schema<{ id0: string }>
declare const Search821: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body821: Schema<{ title1: string; pages: number }>
declare const Returns821: Schema<{ id1: string }>
declare const Search822: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body822: Schema<{ title2: string; pages: number }>
declare const Returns822: Schema<{ id2: string }>
declare const Search823: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body823: Schema<{ title3: string; pages: number }>
declare const Returns823: Schema<{ id3: string }>
declare const Search824: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body824: Schema<{ title4: string; pages: number }>
declare const Returns824: Schema<{ id4: string }>
declare const Search825: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body825: Schema<{ title5: string; pages: number }>
declare const Returns825: Schema<{ id5: string }>
declare const Search826: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body826: Schema<{ title6: string; pages: number }>
declare const Returns826: Schema<{ id6: string }>
declare const Search827: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body827: Schema<{ title7: string; pages: number }>
declare const Returns827: Schema<{ id7: string }>
declare const Search828: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body828: Schema<{ title8: string; pages: number }>
declare const Returns828: Schema<{ id8: string }>
declare const Search829: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body829: Schema<{ title9: string; pages: number }>
declare const Returns829: Schema<{ id9: string }>
declare const Search830: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body830: Schema<{ title10: string; pages: number }>
declare const Returns830: Schema<{ id10: string }>
declare const Search831: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body831: Schema<{ title11: string; pages: number }>
declare const Returns831: Schema<{ id11: string }>
declare const Search832: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body832: Schema<{ title12: string; pages: number }>
declare const Returns832: Schema<{ id12: string }>
declare const Search833: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body833: Schema<{ title13: string; pages: number }>
declare const Returns833: Schema<{ id13: string }>
declare const Search834: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body834: Schema<{ title14: string; pages: number }>
declare const Returns834: Schema<{ id14: string }>
declare const Search835: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body835: Schema<{ title15: string; pages: number }>
declare const Returns835: Schema<{ id15: string }>
declare const Search836: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body836: Schema<{ title16: string; pages: number }>
declare const Returns836: Schema<{ id16: string }>
declare const Search837: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body837: Schema<{ title17: string; pages: number }>
declare const Returns837: Schema<{ id17: string }>
declare const Search838: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body838: Schema<{ title18: string; pages: number }>
declare const Returns838: Schema<{ id18: string }>
declare const Search839: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body839: Schema<{ title19: string; pages: number }>
declare const Returns839: Schema<{ id19: string }>
declare const Search840: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body840: Schema<{ title0: string; pages: number }>
declare const Returns840: Schema<{ id0: string }>
declare const Search841: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body841: Schema<{ title1: string; pages: number }>
declare const Returns841: Schema<{ id1: string }>
declare const Search842: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body842: Schema<{ title2: string; pages: number }>
declare const Returns842: Schema<{ id2: string }>
declare const Search843: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body843: Schema<{ title3: string; pages: number }>
declare const Returns843: Schema<{ id3: string }>
declare const Search844: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body844: Schema<{ title4: string; pages: number }>
declare const Returns844: Schema<{ id4: string }>
declare const Search845: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body845: Schema<{ title5: string; pages: number }>
declare const Returns845: Schema<{ id5: string }>
declare const Search846: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body846: Schema<{ title6: string; pages: number }>
declare const Returns846: Schema<{ id6: string }>
declare const Search847: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body847: Schema<{ title7: string; pages: number }>
declare const Returns847: Schema<{ id7: string }>
declare const Search848: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body848: Schema<{ title8: string; pages: number }>
declare const Returns848: Schema<{ id8: string }>
declare const Search849: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body849: Schema<{ title9: string; pages: number }>
declare const Returns849: Schema<{ id9: string }>
declare const Search850: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body850: Schema<{ title10: string; pages: number }>
declare const Returns850: Schema<{ id10: string }>
declare const Search851: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body851: Schema<{ title11: string; pages: number }>
declare const Returns851: Schema<{ id11: string }>
declare const Search852: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body852: Schema<{ title12: string; pages: number }>
declare const Returns852: Schema<{ id12: string }>
declare const Search853: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body853: Schema<{ title13: string; pages: number }>
declare const Returns853: Schema<{ id13: string }>
declare const Search854: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body854: Schema<{ title14: string; pages: number }>
declare const Returns854: Schema<{ id14: string }>
declare const Search855: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body855: Schema<{ title15: string; pages: number }>
declare const Returns855: Schema<{ id15: string }>
declare const Search856: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body856: Schema<{ title16: string; pages: number }>
declare const Returns856: Schema<{ id16: string }>
declare const Search857: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body857: Schema<{ title17: string; pages: number }>
declare const Returns857: Schema<{ id17: string }>
declare const Search858: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body858: Schema<{ title18: string; pages: number }>
declare const Returns858: Schema<{ id18: string }>
declare const Search859: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body859: Schema<{ title19: string; pages: number }>
declare const Returns859: Schema<{ id19: string }>
declare const Search860: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body860: Schema<{ title0: string; pages: number }>
declare const Returns860: Schema<{ id0: string }>
declare const Search861: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body861: Schema<{ title1: string; pages: number }>
declare const Returns861: Schema<{ id1: string }>
declare const Search862: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body862: Schema<{ title2: string; pages: number }>
declare const Returns862: Schema<{ id2: string }>
declare const Search863: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body863: Schema<{ title3: string; pages: number }>
declare const Returns863: Schema<{ id3: string }>
declare const Search864: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body864: Schema<{ title4: string; pages: number }>
declare const Returns864: Schema<{ id4: string }>
declare const Search865: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body865: Schema<{ title5: string; pages: number }>
declare const Returns865: Schema<{ id5: string }>
declare const Search866: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body866: Schema<{ title6: string; pages: number }>
declare const Returns866: Schema<{ id6: string }>
declare const Search867: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body867: Schema<{ title7: string; pages: number }>
declare const Returns867: Schema<{ id7: string }>
declare const Search868: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body868: Schema<{ title8: string; pages: number }>
declare const Returns868: Schema<{ id8: string }>
declare const Search869: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body869: Schema<{ title9: string; pages: number }>
declare const Returns869: Schema<{ id9: string }>
declare const Search870: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body870: Schema<{ title10: string; pages: number }>
declare const Returns870: Schema<{ id10: string }>
declare const Search871: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body871: Schema<{ title11: string; pages: number }>
declare const Returns871: Schema<{ id11: string }>
declare const Search872: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body872: Schema<{ title12: string; pages: number }>
declare const Returns872: Schema<{ id12: string }>
declare const Search873: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body873: Schema<{ title13: string; pages: number }>
declare const Returns873: Schema<{ id13: string }>
declare const Search874: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body874: Schema<{ title14: string; pages: number }>
declare const Returns874: Schema<{ id14: string }>
declare const Search875: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body875: Schema<{ title15: string; pages: number }>
declare const Returns875: Schema<{ id15: string }>
declare const Search876: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body876: Schema<{ title16: string; pages: number }>
declare const Returns876: Schema<{ id16: string }>
declare const Search877: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body877: Schema<{ title17: string; pages: number }>
declare const Returns877: Schema<{ id17: string }>
declare const Search878: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body878: Schema<{ title18: string; pages: number }>
declare const Returns878: Schema<{ id18: string }>
declare const Search879: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body879: Schema<{ title19: string; pages: number }>
declare const Returns879: Schema<{ id19: string }>
declare const Search880: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body880: Schema<{ title0: string; pages: number }>
declare const Returns880: Schema<{ id0: string }>
declare const Search881: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body881: Schema<{ title1: string; pages: number }>
declare const Returns881: Schema<{ id1: string }>
declare const Search882: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body882: Schema<{ title2: string; pages: number }>
declare const Returns882: Schema<{ id2: string }>
declare const Search883: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body883: Schema<{ title3: string; pages: number }>
declare const Returns883: Schema<{ id3: string }>
declare const Search884: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body884: Schema<{ title4: string; pages: number }>
declare const Returns884: Schema<{ id4: string }>
declare const Search885: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body885: Schema<{ title5: string; pages: number }>
declare const Returns885: Schema<{ id5: string }>
declare const Search886: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body886: Schema<{ title6: string; pages: number }>
declare const Returns886: Schema<{ id6: string }>
declare const Search887: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body887: Schema<{ title7: string; pages: number }>
declare const Returns887: Schema<{ id7: string }>
declare const Search888: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body888: Schema<{ title8: string; pages: number }>
declare const Returns888: Schema<{ id8: string }>
declare const Search889: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body889: Schema<{ title9: string; pages: number }>
declare const Returns889: Schema<{ id9: string }>
declare const Search890: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body890: Schema<{ title10: string; pages: number }>
declare const Returns890: Schema<{ id10: string }>
declare const Search891: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body891: Schema<{ title11: string; pages: number }>
declare const Returns891: Schema<{ id11: string }>
declare const Search892: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body892: Schema<{ title12: string; pages: number }>
declare const Returns892: Schema<{ id12: string }>
declare const Search893: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body893: Schema<{ title13: string; pages: number }>
declare const Returns893: Schema<{ id13: string }>
declare const Search894: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body894: Schema<{ title14: string; pages: number }>
declare const Returns894: Schema<{ id14: string }>
declare const Search895: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body895: Schema<{ title15: string; pages: number }>
declare const Returns895: Schema<{ id15: string }>
declare const Search896: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body896: Schema<{ title16: string; pages: number }>
declare const Returns896: Schema<{ id16: string }>
declare const Search897: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body897: Schema<{ title17: string; pages: number }>
declare const Returns897: Schema<{ id17: string }>
declare const Search898: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body898: Schema<{ title18: string; pages: number }>
declare const Returns898: Schema<{ id18: string }>
declare const Search899: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body899: Schema<{ title19: string; pages: number }>
declare const Returns899: Schema<{ id19: string }>
declare const Search900: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body900: Schema<{ title0: string; pages: number }>
declare const Returns900: Schema<{ id0: string }>
declare const Search901: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body901: Schema<{ title1: string; pages: number }>
declare const Returns901: Schema<{ id1: string }>
declare const Search902: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body902: Schema<{ title2: string; pages: number }>
declare const Returns902: Schema<{ id2: string }>
declare const Search903: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body903: Schema<{ title3: string; pages: number }>
declare const Returns903: Schema<{ id3: string }>
declare const Search904: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body904: Schema<{ title4: string; pages: number }>
declare const Returns904: Schema<{ id4: string }>
declare const Search905: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body905: Schema<{ title5: string; pages: number }>
declare const Returns905: Schema<{ id5: string }>
declare const Search906: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body906: Schema<{ title6: string; pages: number }>
declare const Returns906: Schema<{ id6: string }>
declare const Search907: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body907: Schema<{ title7: string; pages: number }>
declare const Returns907: Schema<{ id7: string }>
declare const Search908: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body908: Schema<{ title8: string; pages: number }>
declare const Returns908: Schema<{ id8: string }>
declare const Search909: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body909: Schema<{ title9: string; pages: number }>
declare const Returns909: Schema<{ id9: string }>
declare const Search910: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body910: Schema<{ title10: string; pages: number }>
declare const Returns910: Schema<{ id10: string }>
declare const Search911: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body911: Schema<{ title11: string; pages: number }>
declare const Returns911: Schema<{ id11: string }>
declare const Search912: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body912: Schema<{ title12: string; pages: number }>
declare const Returns912: Schema<{ id12: string }>
declare const Search913: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body913: Schema<{ title13: string; pages: number }>
declare const Returns913: Schema<{ id13: string }>
declare const Search914: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body914: Schema<{ title14: string; pages: number }>
declare const Returns914: Schema<{ id14: string }>
declare const Search915: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body915: Schema<{ title15: string; pages: number }>
declare const Returns915: Schema<{ id15: string }>
declare const Search916: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body916: Schema<{ title16: string; pages: number }>
declare const Returns916: Schema<{ id16: string }>
declare const Search917: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body917: Schema<{ title17: string; pages: number }>
declare const Returns917: Schema<{ id17: string }>
declare const Search918: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body918: Schema<{ title18: string; pages: number }>
declare const Returns918: Schema<{ id18: string }>
declare const Search919: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body919: Schema<{ title19: string; pages: number }>
declare const Returns919: Schema<{ id19: string }>
declare const Search920: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body920: Schema<{ title0: string; pages: number }>
declare const Returns920: Schema<{ id0: string }>
declare const Search921: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body921: Schema<{ title1: string; pages: number }>
declare const Returns921: Schema<{ id1: string }>
declare const Search922: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body922: Schema<{ title2: string; pages: number }>
declare const Returns922: Schema<{ id2: string }>
declare const Search923: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body923: Schema<{ title3: string; pages: number }>
declare const Returns923: Schema<{ id3: string }>
declare const Search924: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body924: Schema<{ title4: string; pages: number }>
declare const Returns924: Schema<{ id4: string }>
declare const Search925: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body925: Schema<{ title5: string; pages: number }>
declare const Returns925: Schema<{ id5: string }>
declare const Search926: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body926: Schema<{ title6: string; pages: number }>
declare const Returns926: Schema<{ id6: string }>
declare const Search927: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body927: Schema<{ title7: string; pages: number }>
declare const Returns927: Schema<{ id7: string }>
declare const Search928: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body928: Schema<{ title8: string; pages: number }>
declare const Returns928: Schema<{ id8: string }>
declare const Search929: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body929: Schema<{ title9: string; pages: number }>
declare const Returns929: Schema<{ id9: string }>
declare const Search930: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body930: Schema<{ title10: string; pages: number }>
declare const Returns930: Schema<{ id10: string }>
declare const Search931: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body931: Schema<{ title11: string; pages: number }>
declare const Returns931: Schema<{ id11: string }>
declare const Search932: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body932: Schema<{ title12: string; pages: number }>
declare const Returns932: Schema<{ id12: string }>
declare const Search933: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body933: Schema<{ title13: string; pages: number }>
declare const Returns933: Schema<{ id13: string }>
declare const Search934: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body934: Schema<{ title14: string; pages: number }>
declare const Returns934: Schema<{ id14: string }>
declare const Search935: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body935: Schema<{ title15: string; pages: number }>
declare const Returns935: Schema<{ id15: string }>
declare const Search936: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body936: Schema<{ title16: string; pages: number }>
declare const Returns936: Schema<{ id16: string }>
declare const Search937: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body937: Schema<{ title17: string; pages: number }>
declare const Returns937: Schema<{ id17: string }>
declare const Search938: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body938: Schema<{ title18: string; pages: number }>
declare const Returns938: Schema<{ id18: string }>
declare const Search939: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body939: Schema<{ title19: string; pages: number }>
declare const Returns939: Schema<{ id19: string }>
declare const Search940: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body940: Schema<{ title0: string; pages: number }>
declare const Returns940: Schema<{ id0: string }>
declare const Search941: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body941: Schema<{ title1: string; pages: number }>
declare const Returns941: Schema<{ id1: string }>
declare const Search942: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body942: Schema<{ title2: string; pages: number }>
declare const Returns942: Schema<{ id2: string }>
declare const Search943: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body943: Schema<{ title3: string; pages: number }>
declare const Returns943: Schema<{ id3: string }>
declare const Search944: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body944: Schema<{ title4: string; pages: number }>
declare const Returns944: Schema<{ id4: string }>
declare const Search945: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body945: Schema<{ title5: string; pages: number }>
declare const Returns945: Schema<{ id5: string }>
declare const Search946: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body946: Schema<{ title6: string; pages: number }>
declare const Returns946: Schema<{ id6: string }>
declare const Search947: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body947: Schema<{ title7: string; pages: number }>
declare const Returns947: Schema<{ id7: string }>
declare const Search948: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body948: Schema<{ title8: string; pages: number }>
declare const Returns948: Schema<{ id8: string }>
declare const Search949: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body949: Schema<{ title9: string; pages: number }>
declare const Returns949: Schema<{ id9: string }>
declare const Search950: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body950: Schema<{ title10: string; pages: number }>
declare const Returns950: Schema<{ id10: string }>
declare const Search951: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body951: Schema<{ title11: string; pages: number }>
declare const Returns951: Schema<{ id11: string }>
declare const Search952: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body952: Schema<{ title12: string; pages: number }>
declare const Returns952: Schema<{ id12: string }>
declare const Search953: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body953: Schema<{ title13: string; pages: number }>
declare const Returns953: Schema<{ id13: string }>
declare const Search954: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body954: Schema<{ title14: string; pages: number }>
declare const Returns954: Schema<{ id14: string }>
declare const Search955: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body955: Schema<{ title15: string; pages: number }>
declare const Returns955: Schema<{ id15: string }>
declare const Search956: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body956: Schema<{ title16: string; pages: number }>
declare const Returns956: Schema<{ id16: string }>
declare const Search957: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body957: Schema<{ title17: string; pages: number }>
declare const Returns957: Schema<{ id17: string }>
declare const Search958: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body958: Schema<{ title18: string; pages: number }>
declare const Returns958: Schema<{ id18: string }>
declare const Search959: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body959: Schema<{ title19: string; pages: number }>
declare const Returns959: Schema<{ id19: string }>
declare const Search960: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body960: Schema<{ title0: string; pages: number }>
declare const Returns960: Schema<{ id0: string }>
declare const Search961: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body961: Schema<{ title1: string; pages: number }>
declare const Returns961: Schema<{ id1: string }>
declare const Search962: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body962: Schema<{ title2: string; pages: number }>
declare const Returns962: Schema<{ id2: string }>
declare const Search963: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body963: Schema<{ title3: string; pages: number }>
declare const Returns963: Schema<{ id3: string }>
declare const Search964: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body964: Schema<{ title4: string; pages: number }>
declare const Returns964: Schema<{ id4: string }>
declare const Search965: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body965: Schema<{ title5: string; pages: number }>
declare const Returns965: Schema<{ id5: string }>
declare const Search966: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body966: Schema<{ title6: string; pages: number }>
declare const Returns966: Schema<{ id6: string }>
declare const Search967: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body967: Schema<{ title7: string; pages: number }>
declare const Returns967: Schema<{ id7: string }>
declare const Search968: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body968: Schema<{ title8: string; pages: number }>
declare const Returns968: Schema<{ id8: string }>
declare const Search969: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body969: Schema<{ title9: string; pages: number }>
declare const Returns969: Schema<{ id9: string }>
declare const Search970: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body970: Schema<{ title10: string; pages: number }>
declare const Returns970: Schema<{ id10: string }>
declare const Search971: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body971: Schema<{ title11: string; pages: number }>
declare const Returns971: Schema<{ id11: string }>
declare const Search972: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body972: Schema<{ title12: string; pages: number }>
declare const Returns972: Schema<{ id12: string }>
declare const Search973: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body973: Schema<{ title13: string; pages: number }>
declare const Returns973: Schema<{ id13: string }>
declare const Search974: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body974: Schema<{ title14: string; pages: number }>
declare const Returns974: Schema<{ id14: string }>
declare const Search975: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body975: Schema<{ title15: string; pages: number }>
declare const Returns975: Schema<{ id15: string }>
declare const Search976: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body976: Schema<{ title16: string; pages: number }>
declare const Returns976: Schema<{ id16: string }>
declare const Search977: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body977: Schema<{ title17: string; pages: number }>
declare const Returns977: Schema<{ id17: string }>
declare const Search978: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body978: Schema<{ title18: string; pages: number }>
declare const Returns978: Schema<{ id18: string }>
declare const Search979: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body979: Schema<{ title19: string; pages: number }>
declare const Returns979: Schema<{ id19: string }>
declare const Search980: Schema<{ page?: number; q0: string }, { page: number; q0: string }>
declare const Body980: Schema<{ title0: string; pages: number }>
declare const Returns980: Schema<{ id0: string }>
declare const Search981: Schema<{ page?: number; q1: string }, { page: number; q1: string }>
declare const Body981: Schema<{ title1: string; pages: number }>
declare const Returns981: Schema<{ id1: string }>
declare const Search982: Schema<{ page?: number; q2: string }, { page: number; q2: string }>
declare const Body982: Schema<{ title2: string; pages: number }>
declare const Returns982: Schema<{ id2: string }>
declare const Search983: Schema<{ page?: number; q3: string }, { page: number; q3: string }>
declare const Body983: Schema<{ title3: string; pages: number }>
declare const Returns983: Schema<{ id3: string }>
declare const Search984: Schema<{ page?: number; q4: string }, { page: number; q4: string }>
declare const Body984: Schema<{ title4: string; pages: number }>
declare const Returns984: Schema<{ id4: string }>
declare const Search985: Schema<{ page?: number; q5: string }, { page: number; q5: string }>
declare const Body985: Schema<{ title5: string; pages: number }>
declare const Returns985: Schema<{ id5: string }>
declare const Search986: Schema<{ page?: number; q6: string }, { page: number; q6: string }>
declare const Body986: Schema<{ title6: string; pages: number }>
declare const Returns986: Schema<{ id6: string }>
declare const Search987: Schema<{ page?: number; q7: string }, { page: number; q7: string }>
declare const Body987: Schema<{ title7: string; pages: number }>
declare const Returns987: Schema<{ id7: string }>
declare const Search988: Schema<{ page?: number; q8: string }, { page: number; q8: string }>
declare const Body988: Schema<{ title8: string; pages: number }>
declare const Returns988: Schema<{ id8: string }>
declare const Search989: Schema<{ page?: number; q9: string }, { page: number; q9: string }>
declare const Body989: Schema<{ title9: string; pages: number }>
declare const Returns989: Schema<{ id9: string }>
declare const Search990: Schema<{ page?: number; q10: string }, { page: number; q10: string }>
declare const Body990: Schema<{ title10: string; pages: number }>
declare const Returns990: Schema<{ id10: string }>
declare const Search991: Schema<{ page?: number; q11: string }, { page: number; q11: string }>
declare const Body991: Schema<{ title11: string; pages: number }>
declare const Returns991: Schema<{ id11: string }>
declare const Search992: Schema<{ page?: number; q12: string }, { page: number; q12: string }>
declare const Body992: Schema<{ title12: string; pages: number }>
declare const Returns992: Schema<{ id12: string }>
declare const Search993: Schema<{ page?: number; q13: string }, { page: number; q13: string }>
declare const Body993: Schema<{ title13: string; pages: number }>
declare const Returns993: Schema<{ id13: string }>
declare const Search994: Schema<{ page?: number; q14: string }, { page: number; q14: string }>
declare const Body994: Schema<{ title14: string; pages: number }>
declare const Returns994: Schema<{ id14: string }>
declare const Search995: Schema<{ page?: number; q15: string }, { page: number; q15: string }>
declare const Body995: Schema<{ title15: string; pages: number }>
declare const Returns995: Schema<{ id15: string }>
declare const Search996: Schema<{ page?: number; q16: string }, { page: number; q16: string }>
declare const Body996: Schema<{ title16: string; pages: number }>
declare const Returns996: Schema<{ id16: string }>
declare const Search997: Schema<{ page?: number; q17: string }, { page: number; q17: string }>
declare const Body997: Schema<{ title17: string; pages: number }>
declare const Returns997: Schema<{ id17: string }>
declare const Search998: Schema<{ page?: number; q18: string }, { page: number; q18: string }>
declare const Body998: Schema<{ title18: string; pages: number }>
declare const Returns998: Schema<{ id18: string }>
declare const Search999: Schema<{ page?: number; q19: string }, { page: number; q19: string }>
declare const Body999: Schema<{ title19: string; pages: number }>
declare const Returns999: Schema<{ id19: string }>

export const routes = route({
  group0: {
    action0: post('/group0/:owner/action0/:item', { search: Search0, body: Body0, returns: Returns0 }),
    action1: post('/group0/:owner/action1/:item', { search: Search1, body: Body1, returns: Returns1 }),
    action2: post('/group0/:owner/action2/:item', { search: Search2, body: Body2, returns: Returns2 }),
    action3: post('/group0/:owner/action3/:item', { search: Search3, body: Body3, returns: Returns3 }),
    action4: post('/group0/:owner/action4/:item', { search: Search4, body: Body4, returns: Returns4 }),
    action5: post('/group0/:owner/action5/:item', { search: Search5, body: Body5, returns: Returns5 }),
    action6: post('/group0/:owner/action6/:item', { search: Search6, body: Body6, returns: Returns6 }),
    action7: post('/group0/:owner/action7/:item', { search: Search7, body: Body7, returns: Returns7 }),
    action8: post('/group0/:owner/action8/:item', { search: Search8, body: Body8, returns: Returns8 }),
    action9: post('/group0/:owner/action9/:item', { search: Search9, body: Body9, returns: Returns9 }),
    action10: post('/group0/:owner/action10/:item', { search: Search10, body: Body10, returns: Returns10 }),
    action11: post('/group0/:owner/action11/:item', { search: Search11, body: Body11, returns: Returns11 }),
    action12: post('/group0/:owner/action12/:item', { search: Search12, body: Body12, returns: Returns12 }),
    action13: post('/group0/:owner/action13/:item', { search: Search13, body: Body13, returns: Returns13 }),
    action14: post('/group0/:owner/action14/:item', { search: Search14, body: Body14, returns: Returns14 }),
    action15: post('/group0/:owner/action15/:item', { search: Search15, body: Body15, returns: Returns15 }),
    action16: post('/group0/:owner/action16/:item', { search: Search16, body: Body16, returns: Returns16 }),
    action17: post('/group0/:owner/action17/:item', { search: Search17, body: Body17, returns: Returns17 }),
    action18: post('/group0/:owner/action18/:item', { search: Search18, body: Body18, returns: Returns18 }),
    action19: post('/group0/:owner/action19/:item', { search: Search19, body: Body19, returns: Returns19 }),
  },
  group1: {
    action0: post('/group1/:owner/action0/:item', { search: Search20, body: Body20, returns: Returns20 }),
    action1: post('/group1/:owner/action1/:item', { search: Search21, body: Body21, returns: Returns21 }),
    action2: post('/group1/:owner/action2/:item', { search: Search22, body: Body22, returns: Returns22 }),
    action3: post('/group1/:owner/action3/:item', { search: Search23, body: Body23, returns: Returns23 }),
    action4: post('/group1/:owner/action4/:item', { search: Search24, body: Body24, returns: Returns24 }),
    action5: post('/group1/:owner/action5/:item', { search: Search25, body: Body25, returns: Returns25 }),
    action6: post('/group1/:owner/action6/:item', { search: Search26, body: Body26, returns: Returns26 }),
    action7: post('/group1/:owner/action7/:item', { search: Search27, body: Body27, returns: Returns27 }),
    action8: post('/group1/:owner/action8/:item', { search: Search28, body: Body28, returns: Returns28 }),
    action9: post('/group1/:owner/action9/:item', { search: Search29, body: Body29, returns: Returns29 }),
    action10: post('/group1/:owner/action10/:item', { search: Search30, body: Body30, returns: Returns30 }),
    action11: post('/group1/:owner/action11/:item', { search: Search31, body: Body31, returns: Returns31 }),
    action12: post('/group1/:owner/action12/:item', { search: Search32, body: Body32, returns: Returns32 }),
    action13: post('/group1/:owner/action13/:item', { search: Search33, body: Body33, returns: Returns33 }),
    action14: post('/group1/:owner/action14/:item', { search: Search34, body: Body34, returns: Returns34 }),
    action15: post('/group1/:owner/action15/:item', { search: Search35, body: Body35, returns: Returns35 }),
    action16: post('/group1/:owner/action16/:item', { search: Search36, body: Body36, returns: Returns36 }),
    action17: post('/group1/:owner/action17/:item', { search: Search37, body: Body37, returns: Returns37 }),
    action18: post('/group1/:owner/action18/:item', { search: Search38, body: Body38, returns: Returns38 }),
    action19: post('/group1/:owner/action19/:item', { search: Search39, body: Body39, returns: Returns39 }),
  },
  group2: {
    action0: post('/group2/:owner/action0/:item', { search: Search40, body: Body40, returns: Returns40 }),
    action1: post('/group2/:owner/action1/:item', { search: Search41, body: Body41, returns: Returns41 }),
    action2: post('/group2/:owner/action2/:item', { search: Search42, body: Body42, returns: Returns42 }),
    action3: post('/group2/:owner/action3/:item', { search: Search43, body: Body43, returns: Returns43 }),
    action4: post('/group2/:owner/action4/:item', { search: Search44, body: Body44, returns: Returns44 }),
    action5: post('/group2/:owner/action5/:item', { search: Search45, body: Body45, returns: Returns45 }),
    action6: post('/group2/:owner/action6/:item', { search: Search46, body: Body46, returns: Returns46 }),
    action7: post('/group2/:owner/action7/:item', { search: Search47, body: Body47, returns: Returns47 }),
    action8: post('/group2/:owner/action8/:item', { search: Search48, body: Body48, returns: Returns48 }),
    action9: post('/group2/:owner/action9/:item', { search: Search49, body: Body49, returns: Returns49 }),
    action10: post('/group2/:owner/action10/:item', { search: Search50, body: Body50, returns: Returns50 }),
    action11: post('/group2/:owner/action11/:item', { search: Search51, body: Body51, returns: Returns51 }),
    action12: post('/group2/:owner/action12/:item', { search: Search52, body: Body52, returns: Returns52 }),
    action13: post('/group2/:owner/action13/:item', { search: Search53, body: Body53, returns: Returns53 }),
    action14: post('/group2/:owner/action14/:item', { search: Search54, body: Body54, returns: Returns54 }),
    action15: post('/group2/:owner/action15/:item', { search: Search55, body: Body55, returns: Returns55 }),
    action16: post('/group2/:owner/action16/:item', { search: Search56, body: Body56, returns: Returns56 }),
    action17: post('/group2/:owner/action17/:item', { search: Search57, body: Body57, returns: Returns57 }),
    action18: post('/group2/:owner/action18/:item', { search: Search58, body: Body58, returns: Returns58 }),
    action19: post('/group2/:owner/action19/:item', { search: Search59, body: Body59, returns: Returns59 }),
  },
  group3: {
    action0: post('/group3/:owner/action0/:item', { search: Search60, body: Body60, returns: Returns60 }),
    action1: post('/group3/:owner/action1/:item', { search: Search61, body: Body61, returns: Returns61 }),
    action2: post('/group3/:owner/action2/:item', { search: Search62, body: Body62, returns: Returns62 }),
    action3: post('/group3/:owner/action3/:item', { search: Search63, body: Body63, returns: Returns63 }),
    action4: post('/group3/:owner/action4/:item', { search: Search64, body: Body64, returns: Returns64 }),
    action5: post('/group3/:owner/action5/:item', { search: Search65, body: Body65, returns: Returns65 }),
    action6: post('/group3/:owner/action6/:item', { search: Search66, body: Body66, returns: Returns66 }),
    action7: post('/group3/:owner/action7/:item', { search: Search67, body: Body67, returns: Returns67 }),
    action8: post('/group3/:owner/action8/:item', { search: Search68, body: Body68, returns: Returns68 }),
    action9: post('/group3/:owner/action9/:item', { search: Search69, body: Body69, returns: Returns69 }),
    action10: post('/group3/:owner/action10/:item', { search: Search70, body: Body70, returns: Returns70 }),
    action11: post('/group3/:owner/action11/:item', { search: Search71, body: Body71, returns: Returns71 }),
    action12: post('/group3/:owner/action12/:item', { search: Search72, body: Body72, returns: Returns72 }),
    action13: post('/group3/:owner/action13/:item', { search: Search73, body: Body73, returns: Returns73 }),
    action14: post('/group3/:owner/action14/:item', { search: Search74, body: Body74, returns: Returns74 }),
    action15: post('/group3/:owner/action15/:item', { search: Search75, body: Body75, returns: Returns75 }),
    action16: post('/group3/:owner/action16/:item', { search: Search76, body: Body76, returns: Returns76 }),
    action17: post('/group3/:owner/action17/:item', { search: Search77, body: Body77, returns: Returns77 }),
    action18: post('/group3/:owner/action18/:item', { search: Search78, body: Body78, returns: Returns78 }),
    action19: post('/group3/:owner/action19/:item', { search: Search79, body: Body79, returns: Returns79 }),
  },
  group4: {
    action0: post('/group4/:owner/action0/:item', { search: Search80, body: Body80, returns: Returns80 }),
    action1: post('/group4/:owner/action1/:item', { search: Search81, body: Body81, returns: Returns81 }),
    action2: post('/group4/:owner/action2/:item', { search: Search82, body: Body82, returns: Returns82 }),
    action3: post('/group4/:owner/action3/:item', { search: Search83, body: Body83, returns: Returns83 }),
    action4: post('/group4/:owner/action4/:item', { search: Search84, body: Body84, returns: Returns84 }),
    action5: post('/group4/:owner/action5/:item', { search: Search85, body: Body85, returns: Returns85 }),
    action6: post('/group4/:owner/action6/:item', { search: Search86, body: Body86, returns: Returns86 }),
    action7: post('/group4/:owner/action7/:item', { search: Search87, body: Body87, returns: Returns87 }),
    action8: post('/group4/:owner/action8/:item', { search: Search88, body: Body88, returns: Returns88 }),
    action9: post('/group4/:owner/action9/:item', { search: Search89, body: Body89, returns: Returns89 }),
    action10: post('/group4/:owner/action10/:item', { search: Search90, body: Body90, returns: Returns90 }),
    action11: post('/group4/:owner/action11/:item', { search: Search91, body: Body91, returns: Returns91 }),
    action12: post('/group4/:owner/action12/:item', { search: Search92, body: Body92, returns: Returns92 }),
    action13: post('/group4/:owner/action13/:item', { search: Search93, body: Body93, returns: Returns93 }),
    action14: post('/group4/:owner/action14/:item', { search: Search94, body: Body94, returns: Returns94 }),
    action15: post('/group4/:owner/action15/:item', { search: Search95, body: Body95, returns: Returns95 }),
    action16: post('/group4/:owner/action16/:item', { search: Search96, body: Body96, returns: Returns96 }),
    action17: post('/group4/:owner/action17/:item', { search: Search97, body: Body97, returns: Returns97 }),
    action18: post('/group4/:owner/action18/:item', { search: Search98, body: Body98, returns: Returns98 }),
    action19: post('/group4/:owner/action19/:item', { search: Search99, body: Body99, returns: Returns99 }),
  },
  group5: {
    action0: post('/group5/:owner/action0/:item', { search: Search100, body: Body100, returns: Returns100 }),
    action1: post('/group5/:owner/action1/:item', { search: Search101, body: Body101, returns: Returns101 }),
    action2: post('/group5/:owner/action2/:item', { search: Search102, body: Body102, returns: Returns102 }),
    action3: post('/group5/:owner/action3/:item', { search: Search103, body: Body103, returns: Returns103 }),
    action4: post('/group5/:owner/action4/:item', { search: Search104, body: Body104, returns: Returns104 }),
    action5: post('/group5/:owner/action5/:item', { search: Search105, body: Body105, returns: Returns105 }),
    action6: post('/group5/:owner/action6/:item', { search: Search106, body: Body106, returns: Returns106 }),
    action7: post('/group5/:owner/action7/:item', { search: Search107, body: Body107, returns: Returns107 }),
    action8: post('/group5/:owner/action8/:item', { search: Search108, body: Body108, returns: Returns108 }),
    action9: post('/group5/:owner/action9/:item', { search: Search109, body: Body109, returns: Returns109 }),
    action10: post('/group5/:owner/action10/:item', { search: Search110, body: Body110, returns: Returns110 }),
    action11: post('/group5/:owner/action11/:item', { search: Search111, body: Body111, returns: Returns111 }),
    action12: post('/group5/:owner/action12/:item', { search: Search112, body: Body112, returns: Returns112 }),
    action13: post('/group5/:owner/action13/:item', { search: Search113, body: Body113, returns: Returns113 }),
    action14: post('/group5/:owner/action14/:item', { search: Search114, body: Body114, returns: Returns114 }),
    action15: post('/group5/:owner/action15/:item', { search: Search115, body: Body115, returns: Returns115 }),
    action16: post('/group5/:owner/action16/:item', { search: Search116, body: Body116, returns: Returns116 }),
    action17: post('/group5/:owner/action17/:item', { search: Search117, body: Body117, returns: Returns117 }),
    action18: post('/group5/:owner/action18/:item', { search: Search118, body: Body118, returns: Returns118 }),
    action19: post('/group5/:owner/action19/:item', { search: Search119, body: Body119, returns: Returns119 }),
  },
  group6: {
    action0: post('/group6/:owner/action0/:item', { search: Search120, body: Body120, returns: Returns120 }),
    action1: post('/group6/:owner/action1/:item', { search: Search121, body: Body121, returns: Returns121 }),
    action2: post('/group6/:owner/action2/:item', { search: Search122, body: Body122, returns: Returns122 }),
    action3: post('/group6/:owner/action3/:item', { search: Search123, body: Body123, returns: Returns123 }),
    action4: post('/group6/:owner/action4/:item', { search: Search124, body: Body124, returns: Returns124 }),
    action5: post('/group6/:owner/action5/:item', { search: Search125, body: Body125, returns: Returns125 }),
    action6: post('/group6/:owner/action6/:item', { search: Search126, body: Body126, returns: Returns126 }),
    action7: post('/group6/:owner/action7/:item', { search: Search127, body: Body127, returns: Returns127 }),
    action8: post('/group6/:owner/action8/:item', { search: Search128, body: Body128, returns: Returns128 }),
    action9: post('/group6/:owner/action9/:item', { search: Search129, body: Body129, returns: Returns129 }),
    action10: post('/group6/:owner/action10/:item', { search: Search130, body: Body130, returns: Returns130 }),
    action11: post('/group6/:owner/action11/:item', { search: Search131, body: Body131, returns: Returns131 }),
    action12: post('/group6/:owner/action12/:item', { search: Search132, body: Body132, returns: Returns132 }),
    action13: post('/group6/:owner/action13/:item', { search: Search133, body: Body133, returns: Returns133 }),
    action14: post('/group6/:owner/action14/:item', { search: Search134, body: Body134, returns: Returns134 }),
    action15: post('/group6/:owner/action15/:item', { search: Search135, body: Body135, returns: Returns135 }),
    action16: post('/group6/:owner/action16/:item', { search: Search136, body: Body136, returns: Returns136 }),
    action17: post('/group6/:owner/action17/:item', { search: Search137, body: Body137, returns: Returns137 }),
    action18: post('/group6/:owner/action18/:item', { search: Search138, body: Body138, returns: Returns138 }),
    action19: post('/group6/:owner/action19/:item', { search: Search139, body: Body139, returns: Returns139 }),
  },
  group7: {
    action0: post('/group7/:owner/action0/:item', { search: Search140, body: Body140, returns: Returns140 }),
    action1: post('/group7/:owner/action1/:item', { search: Search141, body: Body141, returns: Returns141 }),
    action2: post('/group7/:owner/action2/:item', { search: Search142, body: Body142, returns: Returns142 }),
    action3: post('/group7/:owner/action3/:item', { search: Search143, body: Body143, returns: Returns143 }),
    action4: post('/group7/:owner/action4/:item', { search: Search144, body: Body144, returns: Returns144 }),
    action5: post('/group7/:owner/action5/:item', { search: Search145, body: Body145, returns: Returns145 }),
    action6: post('/group7/:owner/action6/:item', { search: Search146, body: Body146, returns: Returns146 }),
    action7: post('/group7/:owner/action7/:item', { search: Search147, body: Body147, returns: Returns147 }),
    action8: post('/group7/:owner/action8/:item', { search: Search148, body: Body148, returns: Returns148 }),
    action9: post('/group7/:owner/action9/:item', { search: Search149, body: Body149, returns: Returns149 }),
    action10: post('/group7/:owner/action10/:item', { search: Search150, body: Body150, returns: Returns150 }),
    action11: post('/group7/:owner/action11/:item', { search: Search151, body: Body151, returns: Returns151 }),
    action12: post('/group7/:owner/action12/:item', { search: Search152, body: Body152, returns: Returns152 }),
    action13: post('/group7/:owner/action13/:item', { search: Search153, body: Body153, returns: Returns153 }),
    action14: post('/group7/:owner/action14/:item', { search: Search154, body: Body154, returns: Returns154 }),
    action15: post('/group7/:owner/action15/:item', { search: Search155, body: Body155, returns: Returns155 }),
    action16: post('/group7/:owner/action16/:item', { search: Search156, body: Body156, returns: Returns156 }),
    action17: post('/group7/:owner/action17/:item', { search: Search157, body: Body157, returns: Returns157 }),
    action18: post('/group7/:owner/action18/:item', { search: Search158, body: Body158, returns: Returns158 }),
    action19: post('/group7/:owner/action19/:item', { search: Search159, body: Body159, returns: Returns159 }),
  },
  group8: {
    action0: post('/group8/:owner/action0/:item', { search: Search160, body: Body160, returns: Returns160 }),
    action1: post('/group8/:owner/action1/:item', { search: Search161, body: Body161, returns: Returns161 }),
    action2: post('/group8/:owner/action2/:item', { search: Search162, body: Body162, returns: Returns162 }),
    action3: post('/group8/:owner/action3/:item', { search: Search163, body: Body163, returns: Returns163 }),
    action4: post('/group8/:owner/action4/:item', { search: Search164, body: Body164, returns: Returns164 }),
    action5: post('/group8/:owner/action5/:item', { search: Search165, body: Body165, returns: Returns165 }),
    action6: post('/group8/:owner/action6/:item', { search: Search166, body: Body166, returns: Returns166 }),
    action7: post('/group8/:owner/action7/:item', { search: Search167, body: Body167, returns: Returns167 }),
    action8: post('/group8/:owner/action8/:item', { search: Search168, body: Body168, returns: Returns168 }),
    action9: post('/group8/:owner/action9/:item', { search: Search169, body: Body169, returns: Returns169 }),
    action10: post('/group8/:owner/action10/:item', { search: Search170, body: Body170, returns: Returns170 }),
    action11: post('/group8/:owner/action11/:item', { search: Search171, body: Body171, returns: Returns171 }),
    action12: post('/group8/:owner/action12/:item', { search: Search172, body: Body172, returns: Returns172 }),
    action13: post('/group8/:owner/action13/:item', { search: Search173, body: Body173, returns: Returns173 }),
    action14: post('/group8/:owner/action14/:item', { search: Search174, body: Body174, returns: Returns174 }),
    action15: post('/group8/:owner/action15/:item', { search: Search175, body: Body175, returns: Returns175 }),
    action16: post('/group8/:owner/action16/:item', { search: Search176, body: Body176, returns: Returns176 }),
    action17: post('/group8/:owner/action17/:item', { search: Search177, body: Body177, returns: Returns177 }),
    action18: post('/group8/:owner/action18/:item', { search: Search178, body: Body178, returns: Returns178 }),
    action19: post('/group8/:owner/action19/:item', { search: Search179, body: Body179, returns: Returns179 }),
  },
  group9: {
    action0: post('/group9/:owner/action0/:item', { search: Search180, body: Body180, returns: Returns180 }),
    action1: post('/group9/:owner/action1/:item', { search: Search181, body: Body181, returns: Returns181 }),
    action2: post('/group9/:owner/action2/:item', { search: Search182, body: Body182, returns: Returns182 }),
    action3: post('/group9/:owner/action3/:item', { search: Search183, body: Body183, returns: Returns183 }),
    action4: post('/group9/:owner/action4/:item', { search: Search184, body: Body184, returns: Returns184 }),
    action5: post('/group9/:owner/action5/:item', { search: Search185, body: Body185, returns: Returns185 }),
    action6: post('/group9/:owner/action6/:item', { search: Search186, body: Body186, returns: Returns186 }),
    action7: post('/group9/:owner/action7/:item', { search: Search187, body: Body187, returns: Returns187 }),
    action8: post('/group9/:owner/action8/:item', { search: Search188, body: Body188, returns: Returns188 }),
    action9: post('/group9/:owner/action9/:item', { search: Search189, body: Body189, returns: Returns189 }),
    action10: post('/group9/:owner/action10/:item', { search: Search190, body: Body190, returns: Returns190 }),
    action11: post('/group9/:owner/action11/:item', { search: Search191, body: Body191, returns: Returns191 }),
    action12: post('/group9/:owner/action12/:item', { search: Search192, body: Body192, returns: Returns192 }),
    action13: post('/group9/:owner/action13/:item', { search: Search193, body: Body193, returns: Returns193 }),
    action14: post('/group9/:owner/action14/:item', { search: Search194, body: Body194, returns: Returns194 }),
    action15: post('/group9/:owner/action15/:item', { search: Search195, body: Body195, returns: Returns195 }),
    action16: post('/group9/:owner/action16/:item', { search: Search196, body: Body196, returns: Returns196 }),
    action17: post('/group9/:owner/action17/:item', { search: Search197, body: Body197, returns: Returns197 }),
    action18: post('/group9/:owner/action18/:item', { search: Search198, body: Body198, returns: Returns198 }),
    action19: post('/group9/:owner/action19/:item', { search: Search199, body: Body199, returns: Returns199 }),
  },
  group10: {
    action0: post('/group10/:owner/action0/:item', { search: Search200, body: Body200, returns: Returns200 }),
    action1: post('/group10/:owner/action1/:item', { search: Search201, body: Body201, returns: Returns201 }),
    action2: post('/group10/:owner/action2/:item', { search: Search202, body: Body202, returns: Returns202 }),
    action3: post('/group10/:owner/action3/:item', { search: Search203, body: Body203, returns: Returns203 }),
    action4: post('/group10/:owner/action4/:item', { search: Search204, body: Body204, returns: Returns204 }),
    action5: post('/group10/:owner/action5/:item', { search: Search205, body: Body205, returns: Returns205 }),
    action6: post('/group10/:owner/action6/:item', { search: Search206, body: Body206, returns: Returns206 }),
    action7: post('/group10/:owner/action7/:item', { search: Search207, body: Body207, returns: Returns207 }),
    action8: post('/group10/:owner/action8/:item', { search: Search208, body: Body208, returns: Returns208 }),
    action9: post('/group10/:owner/action9/:item', { search: Search209, body: Body209, returns: Returns209 }),
    action10: post('/group10/:owner/action10/:item', { search: Search210, body: Body210, returns: Returns210 }),
    action11: post('/group10/:owner/action11/:item', { search: Search211, body: Body211, returns: Returns211 }),
    action12: post('/group10/:owner/action12/:item', { search: Search212, body: Body212, returns: Returns212 }),
    action13: post('/group10/:owner/action13/:item', { search: Search213, body: Body213, returns: Returns213 }),
    action14: post('/group10/:owner/action14/:item', { search: Search214, body: Body214, returns: Returns214 }),
    action15: post('/group10/:owner/action15/:item', { search: Search215, body: Body215, returns: Returns215 }),
    action16: post('/group10/:owner/action16/:item', { search: Search216, body: Body216, returns: Returns216 }),
    action17: post('/group10/:owner/action17/:item', { search: Search217, body: Body217, returns: Returns217 }),
    action18: post('/group10/:owner/action18/:item', { search: Search218, body: Body218, returns: Returns218 }),
    action19: post('/group10/:owner/action19/:item', { search: Search219, body: Body219, returns: Returns219 }),
  },
  group11: {
    action0: post('/group11/:owner/action0/:item', { search: Search220, body: Body220, returns: Returns220 }),
    action1: post('/group11/:owner/action1/:item', { search: Search221, body: Body221, returns: Returns221 }),
    action2: post('/group11/:owner/action2/:item', { search: Search222, body: Body222, returns: Returns222 }),
    action3: post('/group11/:owner/action3/:item', { search: Search223, body: Body223, returns: Returns223 }),
    action4: post('/group11/:owner/action4/:item', { search: Search224, body: Body224, returns: Returns224 }),
    action5: post('/group11/:owner/action5/:item', { search: Search225, body: Body225, returns: Returns225 }),
    action6: post('/group11/:owner/action6/:item', { search: Search226, body: Body226, returns: Returns226 }),
    action7: post('/group11/:owner/action7/:item', { search: Search227, body: Body227, returns: Returns227 }),
    action8: post('/group11/:owner/action8/:item', { search: Search228, body: Body228, returns: Returns228 }),
    action9: post('/group11/:owner/action9/:item', { search: Search229, body: Body229, returns: Returns229 }),
    action10: post('/group11/:owner/action10/:item', { search: Search230, body: Body230, returns: Returns230 }),
    action11: post('/group11/:owner/action11/:item', { search: Search231, body: Body231, returns: Returns231 }),
    action12: post('/group11/:owner/action12/:item', { search: Search232, body: Body232, returns: Returns232 }),
    action13: post('/group11/:owner/action13/:item', { search: Search233, body: Body233, returns: Returns233 }),
    action14: post('/group11/:owner/action14/:item', { search: Search234, body: Body234, returns: Returns234 }),
    action15: post('/group11/:owner/action15/:item', { search: Search235, body: Body235, returns: Returns235 }),
    action16: post('/group11/:owner/action16/:item', { search: Search236, body: Body236, returns: Returns236 }),
    action17: post('/group11/:owner/action17/:item', { search: Search237, body: Body237, returns: Returns237 }),
    action18: post('/group11/:owner/action18/:item', { search: Search238, body: Body238, returns: Returns238 }),
    action19: post('/group11/:owner/action19/:item', { search: Search239, body: Body239, returns: Returns239 }),
  },
  group12: {
    action0: post('/group12/:owner/action0/:item', { search: Search240, body: Body240, returns: Returns240 }),
    action1: post('/group12/:owner/action1/:item', { search: Search241, body: Body241, returns: Returns241 }),
    action2: post('/group12/:owner/action2/:item', { search: Search242, body: Body242, returns: Returns242 }),
    action3: post('/group12/:owner/action3/:item', { search: Search243, body: Body243, returns: Returns243 }),
    action4: post('/group12/:owner/action4/:item', { search: Search244, body: Body244, returns: Returns244 }),
    action5: post('/group12/:owner/action5/:item', { search: Search245, body: Body245, returns: Returns245 }),
    action6: post('/group12/:owner/action6/:item', { search: Search246, body: Body246, returns: Returns246 }),
    action7: post('/group12/:owner/action7/:item', { search: Search247, body: Body247, returns: Returns247 }),
    action8: post('/group12/:owner/action8/:item', { search: Search248, body: Body248, returns: Returns248 }),
    action9: post('/group12/:owner/action9/:item', { search: Search249, body: Body249, returns: Returns249 }),
    action10: post('/group12/:owner/action10/:item', { search: Search250, body: Body250, returns: Returns250 }),
    action11: post('/group12/:owner/action11/:item', { search: Search251, body: Body251, returns: Returns251 }),
    action12: post('/group12/:owner/action12/:item', { search: Search252, body: Body252, returns: Returns252 }),
    action13: post('/group12/:owner/action13/:item', { search: Search253, body: Body253, returns: Returns253 }),
    action14: post('/group12/:owner/action14/:item', { search: Search254, body: Body254, returns: Returns254 }),
    action15: post('/group12/:owner/action15/:item', { search: Search255, body: Body255, returns: Returns255 }),
    action16: post('/group12/:owner/action16/:item', { search: Search256, body: Body256, returns: Returns256 }),
    action17: post('/group12/:owner/action17/:item', { search: Search257, body: Body257, returns: Returns257 }),
    action18: post('/group12/:owner/action18/:item', { search: Search258, body: Body258, returns: Returns258 }),
    action19: post('/group12/:owner/action19/:item', { search: Search259, body: Body259, returns: Returns259 }),
  },
  group13: {
    action0: post('/group13/:owner/action0/:item', { search: Search260, body: Body260, returns: Returns260 }),
    action1: post('/group13/:owner/action1/:item', { search: Search261, body: Body261, returns: Returns261 }),
    action2: post('/group13/:owner/action2/:item', { search: Search262, body: Body262, returns: Returns262 }),
    action3: post('/group13/:owner/action3/:item', { search: Search263, body: Body263, returns: Returns263 }),
    action4: post('/group13/:owner/action4/:item', { search: Search264, body: Body264, returns: Returns264 }),
    action5: post('/group13/:owner/action5/:item', { search: Search265, body: Body265, returns: Returns265 }),
    action6: post('/group13/:owner/action6/:item', { search: Search266, body: Body266, returns: Returns266 }),
    action7: post('/group13/:owner/action7/:item', { search: Search267, body: Body267, returns: Returns267 }),
    action8: post('/group13/:owner/action8/:item', { search: Search268, body: Body268, returns: Returns268 }),
    action9: post('/group13/:owner/action9/:item', { search: Search269, body: Body269, returns: Returns269 }),
    action10: post('/group13/:owner/action10/:item', { search: Search270, body: Body270, returns: Returns270 }),
    action11: post('/group13/:owner/action11/:item', { search: Search271, body: Body271, returns: Returns271 }),
    action12: post('/group13/:owner/action12/:item', { search: Search272, body: Body272, returns: Returns272 }),
    action13: post('/group13/:owner/action13/:item', { search: Search273, body: Body273, returns: Returns273 }),
    action14: post('/group13/:owner/action14/:item', { search: Search274, body: Body274, returns: Returns274 }),
    action15: post('/group13/:owner/action15/:item', { search: Search275, body: Body275, returns: Returns275 }),
    action16: post('/group13/:owner/action16/:item', { search: Search276, body: Body276, returns: Returns276 }),
    action17: post('/group13/:owner/action17/:item', { search: Search277, body: Body277, returns: Returns277 }),
    action18: post('/group13/:owner/action18/:item', { search: Search278, body: Body278, returns: Returns278 }),
    action19: post('/group13/:owner/action19/:item', { search: Search279, body: Body279, returns: Returns279 }),
  },
  group14: {
    action0: post('/group14/:owner/action0/:item', { search: Search280, body: Body280, returns: Returns280 }),
    action1: post('/group14/:owner/action1/:item', { search: Search281, body: Body281, returns: Returns281 }),
    action2: post('/group14/:owner/action2/:item', { search: Search282, body: Body282, returns: Returns282 }),
    action3: post('/group14/:owner/action3/:item', { search: Search283, body: Body283, returns: Returns283 }),
    action4: post('/group14/:owner/action4/:item', { search: Search284, body: Body284, returns: Returns284 }),
    action5: post('/group14/:owner/action5/:item', { search: Search285, body: Body285, returns: Returns285 }),
    action6: post('/group14/:owner/action6/:item', { search: Search286, body: Body286, returns: Returns286 }),
    action7: post('/group14/:owner/action7/:item', { search: Search287, body: Body287, returns: Returns287 }),
    action8: post('/group14/:owner/action8/:item', { search: Search288, body: Body288, returns: Returns288 }),
    action9: post('/group14/:owner/action9/:item', { search: Search289, body: Body289, returns: Returns289 }),
    action10: post('/group14/:owner/action10/:item', { search: Search290, body: Body290, returns: Returns290 }),
    action11: post('/group14/:owner/action11/:item', { search: Search291, body: Body291, returns: Returns291 }),
    action12: post('/group14/:owner/action12/:item', { search: Search292, body: Body292, returns: Returns292 }),
    action13: post('/group14/:owner/action13/:item', { search: Search293, body: Body293, returns: Returns293 }),
    action14: post('/group14/:owner/action14/:item', { search: Search294, body: Body294, returns: Returns294 }),
    action15: post('/group14/:owner/action15/:item', { search: Search295, body: Body295, returns: Returns295 }),
    action16: post('/group14/:owner/action16/:item', { search: Search296, body: Body296, returns: Returns296 }),
    action17: post('/group14/:owner/action17/:item', { search: Search297, body: Body297, returns: Returns297 }),
    action18: post('/group14/:owner/action18/:item', { search: Search298, body: Body298, returns: Returns298 }),
    action19: post('/group14/:owner/action19/:item', { search: Search299, body: Body299, returns: Returns299 }),
  },
  group15: {
    action0: post('/group15/:owner/action0/:item', { search: Search300, body: Body300, returns: Returns300 }),
    action1: post('/group15/:owner/action1/:item', { search: Search301, body: Body301, returns: Returns301 }),
    action2: post('/group15/:owner/action2/:item', { search: Search302, body: Body302, returns: Returns302 }),
    action3: post('/group15/:owner/action3/:item', { search: Search303, body: Body303, returns: Returns303 }),
    action4: post('/group15/:owner/action4/:item', { search: Search304, body: Body304, returns: Returns304 }),
    action5: post('/group15/:owner/action5/:item', { search: Search305, body: Body305, returns: Returns305 }),
    action6: post('/group15/:owner/action6/:item', { search: Search306, body: Body306, returns: Returns306 }),
    action7: post('/group15/:owner/action7/:item', { search: Search307, body: Body307, returns: Returns307 }),
    action8: post('/group15/:owner/action8/:item', { search: Search308, body: Body308, returns: Returns308 }),
    action9: post('/group15/:owner/action9/:item', { search: Search309, body: Body309, returns: Returns309 }),
    action10: post('/group15/:owner/action10/:item', { search: Search310, body: Body310, returns: Returns310 }),
    action11: post('/group15/:owner/action11/:item', { search: Search311, body: Body311, returns: Returns311 }),
    action12: post('/group15/:owner/action12/:item', { search: Search312, body: Body312, returns: Returns312 }),
    action13: post('/group15/:owner/action13/:item', { search: Search313, body: Body313, returns: Returns313 }),
    action14: post('/group15/:owner/action14/:item', { search: Search314, body: Body314, returns: Returns314 }),
    action15: post('/group15/:owner/action15/:item', { search: Search315, body: Body315, returns: Returns315 }),
    action16: post('/group15/:owner/action16/:item', { search: Search316, body: Body316, returns: Returns316 }),
    action17: post('/group15/:owner/action17/:item', { search: Search317, body: Body317, returns: Returns317 }),
    action18: post('/group15/:owner/action18/:item', { search: Search318, body: Body318, returns: Returns318 }),
    action19: post('/group15/:owner/action19/:item', { search: Search319, body: Body319, returns: Returns319 }),
  },
  group16: {
    action0: post('/group16/:owner/action0/:item', { search: Search320, body: Body320, returns: Returns320 }),
    action1: post('/group16/:owner/action1/:item', { search: Search321, body: Body321, returns: Returns321 }),
    action2: post('/group16/:owner/action2/:item', { search: Search322, body: Body322, returns: Returns322 }),
    action3: post('/group16/:owner/action3/:item', { search: Search323, body: Body323, returns: Returns323 }),
    action4: post('/group16/:owner/action4/:item', { search: Search324, body: Body324, returns: Returns324 }),
    action5: post('/group16/:owner/action5/:item', { search: Search325, body: Body325, returns: Returns325 }),
    action6: post('/group16/:owner/action6/:item', { search: Search326, body: Body326, returns: Returns326 }),
    action7: post('/group16/:owner/action7/:item', { search: Search327, body: Body327, returns: Returns327 }),
    action8: post('/group16/:owner/action8/:item', { search: Search328, body: Body328, returns: Returns328 }),
    action9: post('/group16/:owner/action9/:item', { search: Search329, body: Body329, returns: Returns329 }),
    action10: post('/group16/:owner/action10/:item', { search: Search330, body: Body330, returns: Returns330 }),
    action11: post('/group16/:owner/action11/:item', { search: Search331, body: Body331, returns: Returns331 }),
    action12: post('/group16/:owner/action12/:item', { search: Search332, body: Body332, returns: Returns332 }),
    action13: post('/group16/:owner/action13/:item', { search: Search333, body: Body333, returns: Returns333 }),
    action14: post('/group16/:owner/action14/:item', { search: Search334, body: Body334, returns: Returns334 }),
    action15: post('/group16/:owner/action15/:item', { search: Search335, body: Body335, returns: Returns335 }),
    action16: post('/group16/:owner/action16/:item', { search: Search336, body: Body336, returns: Returns336 }),
    action17: post('/group16/:owner/action17/:item', { search: Search337, body: Body337, returns: Returns337 }),
    action18: post('/group16/:owner/action18/:item', { search: Search338, body: Body338, returns: Returns338 }),
    action19: post('/group16/:owner/action19/:item', { search: Search339, body: Body339, returns: Returns339 }),
  },
  group17: {
    action0: post('/group17/:owner/action0/:item', { search: Search340, body: Body340, returns: Returns340 }),
    action1: post('/group17/:owner/action1/:item', { search: Search341, body: Body341, returns: Returns341 }),
    action2: post('/group17/:owner/action2/:item', { search: Search342, body: Body342, returns: Returns342 }),
    action3: post('/group17/:owner/action3/:item', { search: Search343, body: Body343, returns: Returns343 }),
    action4: post('/group17/:owner/action4/:item', { search: Search344, body: Body344, returns: Returns344 }),
    action5: post('/group17/:owner/action5/:item', { search: Search345, body: Body345, returns: Returns345 }),
    action6: post('/group17/:owner/action6/:item', { search: Search346, body: Body346, returns: Returns346 }),
    action7: post('/group17/:owner/action7/:item', { search: Search347, body: Body347, returns: Returns347 }),
    action8: post('/group17/:owner/action8/:item', { search: Search348, body: Body348, returns: Returns348 }),
    action9: post('/group17/:owner/action9/:item', { search: Search349, body: Body349, returns: Returns349 }),
    action10: post('/group17/:owner/action10/:item', { search: Search350, body: Body350, returns: Returns350 }),
    action11: post('/group17/:owner/action11/:item', { search: Search351, body: Body351, returns: Returns351 }),
    action12: post('/group17/:owner/action12/:item', { search: Search352, body: Body352, returns: Returns352 }),
    action13: post('/group17/:owner/action13/:item', { search: Search353, body: Body353, returns: Returns353 }),
    action14: post('/group17/:owner/action14/:item', { search: Search354, body: Body354, returns: Returns354 }),
    action15: post('/group17/:owner/action15/:item', { search: Search355, body: Body355, returns: Returns355 }),
    action16: post('/group17/:owner/action16/:item', { search: Search356, body: Body356, returns: Returns356 }),
    action17: post('/group17/:owner/action17/:item', { search: Search357, body: Body357, returns: Returns357 }),
    action18: post('/group17/:owner/action18/:item', { search: Search358, body: Body358, returns: Returns358 }),
    action19: post('/group17/:owner/action19/:item', { search: Search359, body: Body359, returns: Returns359 }),
  },
  group18: {
    action0: post('/group18/:owner/action0/:item', { search: Search360, body: Body360, returns: Returns360 }),
    action1: post('/group18/:owner/action1/:item', { search: Search361, body: Body361, returns: Returns361 }),
    action2: post('/group18/:owner/action2/:item', { search: Search362, body: Body362, returns: Returns362 }),
    action3: post('/group18/:owner/action3/:item', { search: Search363, body: Body363, returns: Returns363 }),
    action4: post('/group18/:owner/action4/:item', { search: Search364, body: Body364, returns: Returns364 }),
    action5: post('/group18/:owner/action5/:item', { search: Search365, body: Body365, returns: Returns365 }),
    action6: post('/group18/:owner/action6/:item', { search: Search366, body: Body366, returns: Returns366 }),
    action7: post('/group18/:owner/action7/:item', { search: Search367, body: Body367, returns: Returns367 }),
    action8: post('/group18/:owner/action8/:item', { search: Search368, body: Body368, returns: Returns368 }),
    action9: post('/group18/:owner/action9/:item', { search: Search369, body: Body369, returns: Returns369 }),
    action10: post('/group18/:owner/action10/:item', { search: Search370, body: Body370, returns: Returns370 }),
    action11: post('/group18/:owner/action11/:item', { search: Search371, body: Body371, returns: Returns371 }),
    action12: post('/group18/:owner/action12/:item', { search: Search372, body: Body372, returns: Returns372 }),
    action13: post('/group18/:owner/action13/:item', { search: Search373, body: Body373, returns: Returns373 }),
    action14: post('/group18/:owner/action14/:item', { search: Search374, body: Body374, returns: Returns374 }),
    action15: post('/group18/:owner/action15/:item', { search: Search375, body: Body375, returns: Returns375 }),
    action16: post('/group18/:owner/action16/:item', { search: Search376, body: Body376, returns: Returns376 }),
    action17: post('/group18/:owner/action17/:item', { search: Search377, body: Body377, returns: Returns377 }),
    action18: post('/group18/:owner/action18/:item', { search: Search378, body: Body378, returns: Returns378 }),
    action19: post('/group18/:owner/action19/:item', { search: Search379, body: Body379, returns: Returns379 }),
  },
  group19: {
    action0: post('/group19/:owner/action0/:item', { search: Search380, body: Body380, returns: Returns380 }),
    action1: post('/group19/:owner/action1/:item', { search: Search381, body: Body381, returns: Returns381 }),
    action2: post('/group19/:owner/action2/:item', { search: Search382, body: Body382, returns: Returns382 }),
    action3: post('/group19/:owner/action3/:item', { search: Search383, body: Body383, returns: Returns383 }),
    action4: post('/group19/:owner/action4/:item', { search: Search384, body: Body384, returns: Returns384 }),
    action5: post('/group19/:owner/action5/:item', { search: Search385, body: Body385, returns: Returns385 }),
    action6: post('/group19/:owner/action6/:item', { search: Search386, body: Body386, returns: Returns386 }),
    action7: post('/group19/:owner/action7/:item', { search: Search387, body: Body387, returns: Returns387 }),
    action8: post('/group19/:owner/action8/:item', { search: Search388, body: Body388, returns: Returns388 }),
    action9: post('/group19/:owner/action9/:item', { search: Search389, body: Body389, returns: Returns389 }),
    action10: post('/group19/:owner/action10/:item', { search: Search390, body: Body390, returns: Returns390 }),
    action11: post('/group19/:owner/action11/:item', { search: Search391, body: Body391, returns: Returns391 }),
    action12: post('/group19/:owner/action12/:item', { search: Search392, body: Body392, returns: Returns392 }),
    action13: post('/group19/:owner/action13/:item', { search: Search393, body: Body393, returns: Returns393 }),
    action14: post('/group19/:owner/action14/:item', { search: Search394, body: Body394, returns: Returns394 }),
    action15: post('/group19/:owner/action15/:item', { search: Search395, body: Body395, returns: Returns395 }),
    action16: post('/group19/:owner/action16/:item', { search: Search396, body: Body396, returns: Returns396 }),
    action17: post('/group19/:owner/action17/:item', { search: Search397, body: Body397, returns: Returns397 }),
    action18: post('/group19/:owner/action18/:item', { search: Search398, body: Body398, returns: Returns398 }),
    action19: post('/group19/:owner/action19/:item', { search: Search399, body: Body399, returns: Returns399 }),
  },
  group20: {
    action0: post('/group20/:owner/action0/:item', { search: Search400, body: Body400, returns: Returns400 }),
    action1: post('/group20/:owner/action1/:item', { search: Search401, body: Body401, returns: Returns401 }),
    action2: post('/group20/:owner/action2/:item', { search: Search402, body: Body402, returns: Returns402 }),
    action3: post('/group20/:owner/action3/:item', { search: Search403, body: Body403, returns: Returns403 }),
    action4: post('/group20/:owner/action4/:item', { search: Search404, body: Body404, returns: Returns404 }),
    action5: post('/group20/:owner/action5/:item', { search: Search405, body: Body405, returns: Returns405 }),
    action6: post('/group20/:owner/action6/:item', { search: Search406, body: Body406, returns: Returns406 }),
    action7: post('/group20/:owner/action7/:item', { search: Search407, body: Body407, returns: Returns407 }),
    action8: post('/group20/:owner/action8/:item', { search: Search408, body: Body408, returns: Returns408 }),
    action9: post('/group20/:owner/action9/:item', { search: Search409, body: Body409, returns: Returns409 }),
    action10: post('/group20/:owner/action10/:item', { search: Search410, body: Body410, returns: Returns410 }),
    action11: post('/group20/:owner/action11/:item', { search: Search411, body: Body411, returns: Returns411 }),
    action12: post('/group20/:owner/action12/:item', { search: Search412, body: Body412, returns: Returns412 }),
    action13: post('/group20/:owner/action13/:item', { search: Search413, body: Body413, returns: Returns413 }),
    action14: post('/group20/:owner/action14/:item', { search: Search414, body: Body414, returns: Returns414 }),
    action15: post('/group20/:owner/action15/:item', { search: Search415, body: Body415, returns: Returns415 }),
    action16: post('/group20/:owner/action16/:item', { search: Search416, body: Body416, returns: Returns416 }),
    action17: post('/group20/:owner/action17/:item', { search: Search417, body: Body417, returns: Returns417 }),
    action18: post('/group20/:owner/action18/:item', { search: Search418, body: Body418, returns: Returns418 }),
    action19: post('/group20/:owner/action19/:item', { search: Search419, body: Body419, returns: Returns419 }),
  },
  group21: {
    action0: post('/group21/:owner/action0/:item', { search: Search420, body: Body420, returns: Returns420 }),
    action1: post('/group21/:owner/action1/:item', { search: Search421, body: Body421, returns: Returns421 }),
    action2: post('/group21/:owner/action2/:item', { search: Search422, body: Body422, returns: Returns422 }),
    action3: post('/group21/:owner/action3/:item', { search: Search423, body: Body423, returns: Returns423 }),
    action4: post('/group21/:owner/action4/:item', { search: Search424, body: Body424, returns: Returns424 }),
    action5: post('/group21/:owner/action5/:item', { search: Search425, body: Body425, returns: Returns425 }),
    action6: post('/group21/:owner/action6/:item', { search: Search426, body: Body426, returns: Returns426 }),
    action7: post('/group21/:owner/action7/:item', { search: Search427, body: Body427, returns: Returns427 }),
    action8: post('/group21/:owner/action8/:item', { search: Search428, body: Body428, returns: Returns428 }),
    action9: post('/group21/:owner/action9/:item', { search: Search429, body: Body429, returns: Returns429 }),
    action10: post('/group21/:owner/action10/:item', { search: Search430, body: Body430, returns: Returns430 }),
    action11: post('/group21/:owner/action11/:item', { search: Search431, body: Body431, returns: Returns431 }),
    action12: post('/group21/:owner/action12/:item', { search: Search432, body: Body432, returns: Returns432 }),
    action13: post('/group21/:owner/action13/:item', { search: Search433, body: Body433, returns: Returns433 }),
    action14: post('/group21/:owner/action14/:item', { search: Search434, body: Body434, returns: Returns434 }),
    action15: post('/group21/:owner/action15/:item', { search: Search435, body: Body435, returns: Returns435 }),
    action16: post('/group21/:owner/action16/:item', { search: Search436, body: Body436, returns: Returns436 }),
    action17: post('/group21/:owner/action17/:item', { search: Search437, body: Body437, returns: Returns437 }),
    action18: post('/group21/:owner/action18/:item', { search: Search438, body: Body438, returns: Returns438 }),
    action19: post('/group21/:owner/action19/:item', { search: Search439, body: Body439, returns: Returns439 }),
  },
  group22: {
    action0: post('/group22/:owner/action0/:item', { search: Search440, body: Body440, returns: Returns440 }),
    action1: post('/group22/:owner/action1/:item', { search: Search441, body: Body441, returns: Returns441 }),
    action2: post('/group22/:owner/action2/:item', { search: Search442, body: Body442, returns: Returns442 }),
    action3: post('/group22/:owner/action3/:item', { search: Search443, body: Body443, returns: Returns443 }),
    action4: post('/group22/:owner/action4/:item', { search: Search444, body: Body444, returns: Returns444 }),
    action5: post('/group22/:owner/action5/:item', { search: Search445, body: Body445, returns: Returns445 }),
    action6: post('/group22/:owner/action6/:item', { search: Search446, body: Body446, returns: Returns446 }),
    action7: post('/group22/:owner/action7/:item', { search: Search447, body: Body447, returns: Returns447 }),
    action8: post('/group22/:owner/action8/:item', { search: Search448, body: Body448, returns: Returns448 }),
    action9: post('/group22/:owner/action9/:item', { search: Search449, body: Body449, returns: Returns449 }),
    action10: post('/group22/:owner/action10/:item', { search: Search450, body: Body450, returns: Returns450 }),
    action11: post('/group22/:owner/action11/:item', { search: Search451, body: Body451, returns: Returns451 }),
    action12: post('/group22/:owner/action12/:item', { search: Search452, body: Body452, returns: Returns452 }),
    action13: post('/group22/:owner/action13/:item', { search: Search453, body: Body453, returns: Returns453 }),
    action14: post('/group22/:owner/action14/:item', { search: Search454, body: Body454, returns: Returns454 }),
    action15: post('/group22/:owner/action15/:item', { search: Search455, body: Body455, returns: Returns455 }),
    action16: post('/group22/:owner/action16/:item', { search: Search456, body: Body456, returns: Returns456 }),
    action17: post('/group22/:owner/action17/:item', { search: Search457, body: Body457, returns: Returns457 }),
    action18: post('/group22/:owner/action18/:item', { search: Search458, body: Body458, returns: Returns458 }),
    action19: post('/group22/:owner/action19/:item', { search: Search459, body: Body459, returns: Returns459 }),
  },
  group23: {
    action0: post('/group23/:owner/action0/:item', { search: Search460, body: Body460, returns: Returns460 }),
    action1: post('/group23/:owner/action1/:item', { search: Search461, body: Body461, returns: Returns461 }),
    action2: post('/group23/:owner/action2/:item', { search: Search462, body: Body462, returns: Returns462 }),
    action3: post('/group23/:owner/action3/:item', { search: Search463, body: Body463, returns: Returns463 }),
    action4: post('/group23/:owner/action4/:item', { search: Search464, body: Body464, returns: Returns464 }),
    action5: post('/group23/:owner/action5/:item', { search: Search465, body: Body465, returns: Returns465 }),
    action6: post('/group23/:owner/action6/:item', { search: Search466, body: Body466, returns: Returns466 }),
    action7: post('/group23/:owner/action7/:item', { search: Search467, body: Body467, returns: Returns467 }),
    action8: post('/group23/:owner/action8/:item', { search: Search468, body: Body468, returns: Returns468 }),
    action9: post('/group23/:owner/action9/:item', { search: Search469, body: Body469, returns: Returns469 }),
    action10: post('/group23/:owner/action10/:item', { search: Search470, body: Body470, returns: Returns470 }),
    action11: post('/group23/:owner/action11/:item', { search: Search471, body: Body471, returns: Returns471 }),
    action12: post('/group23/:owner/action12/:item', { search: Search472, body: Body472, returns: Returns472 }),
    action13: post('/group23/:owner/action13/:item', { search: Search473, body: Body473, returns: Returns473 }),
    action14: post('/group23/:owner/action14/:item', { search: Search474, body: Body474, returns: Returns474 }),
    action15: post('/group23/:owner/action15/:item', { search: Search475, body: Body475, returns: Returns475 }),
    action16: post('/group23/:owner/action16/:item', { search: Search476, body: Body476, returns: Returns476 }),
    action17: post('/group23/:owner/action17/:item', { search: Search477, body: Body477, returns: Returns477 }),
    action18: post('/group23/:owner/action18/:item', { search: Search478, body: Body478, returns: Returns478 }),
    action19: post('/group23/:owner/action19/:item', { search: Search479, body: Body479, returns: Returns479 }),
  },
  group24: {
    action0: post('/group24/:owner/action0/:item', { search: Search480, body: Body480, returns: Returns480 }),
    action1: post('/group24/:owner/action1/:item', { search: Search481, body: Body481, returns: Returns481 }),
    action2: post('/group24/:owner/action2/:item', { search: Search482, body: Body482, returns: Returns482 }),
    action3: post('/group24/:owner/action3/:item', { search: Search483, body: Body483, returns: Returns483 }),
    action4: post('/group24/:owner/action4/:item', { search: Search484, body: Body484, returns: Returns484 }),
    action5: post('/group24/:owner/action5/:item', { search: Search485, body: Body485, returns: Returns485 }),
    action6: post('/group24/:owner/action6/:item', { search: Search486, body: Body486, returns: Returns486 }),
    action7: post('/group24/:owner/action7/:item', { search: Search487, body: Body487, returns: Returns487 }),
    action8: post('/group24/:owner/action8/:item', { search: Search488, body: Body488, returns: Returns488 }),
    action9: post('/group24/:owner/action9/:item', { search: Search489, body: Body489, returns: Returns489 }),
    action10: post('/group24/:owner/action10/:item', { search: Search490, body: Body490, returns: Returns490 }),
    action11: post('/group24/:owner/action11/:item', { search: Search491, body: Body491, returns: Returns491 }),
    action12: post('/group24/:owner/action12/:item', { search: Search492, body: Body492, returns: Returns492 }),
    action13: post('/group24/:owner/action13/:item', { search: Search493, body: Body493, returns: Returns493 }),
    action14: post('/group24/:owner/action14/:item', { search: Search494, body: Body494, returns: Returns494 }),
    action15: post('/group24/:owner/action15/:item', { search: Search495, body: Body495, returns: Returns495 }),
    action16: post('/group24/:owner/action16/:item', { search: Search496, body: Body496, returns: Returns496 }),
    action17: post('/group24/:owner/action17/:item', { search: Search497, body: Body497, returns: Returns497 }),
    action18: post('/group24/:owner/action18/:item', { search: Search498, body: Body498, returns: Returns498 }),
    action19: post('/group24/:owner/action19/:item', { search: Search499, body: Body499, returns: Returns499 }),
  },
  group25: {
    action0: post('/group25/:owner/action0/:item', { search: Search500, body: Body500, returns: Returns500 }),
    action1: post('/group25/:owner/action1/:item', { search: Search501, body: Body501, returns: Returns501 }),
    action2: post('/group25/:owner/action2/:item', { search: Search502, body: Body502, returns: Returns502 }),
    action3: post('/group25/:owner/action3/:item', { search: Search503, body: Body503, returns: Returns503 }),
    action4: post('/group25/:owner/action4/:item', { search: Search504, body: Body504, returns: Returns504 }),
    action5: post('/group25/:owner/action5/:item', { search: Search505, body: Body505, returns: Returns505 }),
    action6: post('/group25/:owner/action6/:item', { search: Search506, body: Body506, returns: Returns506 }),
    action7: post('/group25/:owner/action7/:item', { search: Search507, body: Body507, returns: Returns507 }),
    action8: post('/group25/:owner/action8/:item', { search: Search508, body: Body508, returns: Returns508 }),
    action9: post('/group25/:owner/action9/:item', { search: Search509, body: Body509, returns: Returns509 }),
    action10: post('/group25/:owner/action10/:item', { search: Search510, body: Body510, returns: Returns510 }),
    action11: post('/group25/:owner/action11/:item', { search: Search511, body: Body511, returns: Returns511 }),
    action12: post('/group25/:owner/action12/:item', { search: Search512, body: Body512, returns: Returns512 }),
    action13: post('/group25/:owner/action13/:item', { search: Search513, body: Body513, returns: Returns513 }),
    action14: post('/group25/:owner/action14/:item', { search: Search514, body: Body514, returns: Returns514 }),
    action15: post('/group25/:owner/action15/:item', { search: Search515, body: Body515, returns: Returns515 }),
    action16: post('/group25/:owner/action16/:item', { search: Search516, body: Body516, returns: Returns516 }),
    action17: post('/group25/:owner/action17/:item', { search: Search517, body: Body517, returns: Returns517 }),
    action18: post('/group25/:owner/action18/:item', { search: Search518, body: Body518, returns: Returns518 }),
    action19: post('/group25/:owner/action19/:item', { search: Search519, body: Body519, returns: Returns519 }),
  },
  group26: {
    action0: post('/group26/:owner/action0/:item', { search: Search520, body: Body520, returns: Returns520 }),
    action1: post('/group26/:owner/action1/:item', { search: Search521, body: Body521, returns: Returns521 }),
    action2: post('/group26/:owner/action2/:item', { search: Search522, body: Body522, returns: Returns522 }),
    action3: post('/group26/:owner/action3/:item', { search: Search523, body: Body523, returns: Returns523 }),
    action4: post('/group26/:owner/action4/:item', { search: Search524, body: Body524, returns: Returns524 }),
    action5: post('/group26/:owner/action5/:item', { search: Search525, body: Body525, returns: Returns525 }),
    action6: post('/group26/:owner/action6/:item', { search: Search526, body: Body526, returns: Returns526 }),
    action7: post('/group26/:owner/action7/:item', { search: Search527, body: Body527, returns: Returns527 }),
    action8: post('/group26/:owner/action8/:item', { search: Search528, body: Body528, returns: Returns528 }),
    action9: post('/group26/:owner/action9/:item', { search: Search529, body: Body529, returns: Returns529 }),
    action10: post('/group26/:owner/action10/:item', { search: Search530, body: Body530, returns: Returns530 }),
    action11: post('/group26/:owner/action11/:item', { search: Search531, body: Body531, returns: Returns531 }),
    action12: post('/group26/:owner/action12/:item', { search: Search532, body: Body532, returns: Returns532 }),
    action13: post('/group26/:owner/action13/:item', { search: Search533, body: Body533, returns: Returns533 }),
    action14: post('/group26/:owner/action14/:item', { search: Search534, body: Body534, returns: Returns534 }),
    action15: post('/group26/:owner/action15/:item', { search: Search535, body: Body535, returns: Returns535 }),
    action16: post('/group26/:owner/action16/:item', { search: Search536, body: Body536, returns: Returns536 }),
    action17: post('/group26/:owner/action17/:item', { search: Search537, body: Body537, returns: Returns537 }),
    action18: post('/group26/:owner/action18/:item', { search: Search538, body: Body538, returns: Returns538 }),
    action19: post('/group26/:owner/action19/:item', { search: Search539, body: Body539, returns: Returns539 }),
  },
  group27: {
    action0: post('/group27/:owner/action0/:item', { search: Search540, body: Body540, returns: Returns540 }),
    action1: post('/group27/:owner/action1/:item', { search: Search541, body: Body541, returns: Returns541 }),
    action2: post('/group27/:owner/action2/:item', { search: Search542, body: Body542, returns: Returns542 }),
    action3: post('/group27/:owner/action3/:item', { search: Search543, body: Body543, returns: Returns543 }),
    action4: post('/group27/:owner/action4/:item', { search: Search544, body: Body544, returns: Returns544 }),
    action5: post('/group27/:owner/action5/:item', { search: Search545, body: Body545, returns: Returns545 }),
    action6: post('/group27/:owner/action6/:item', { search: Search546, body: Body546, returns: Returns546 }),
    action7: post('/group27/:owner/action7/:item', { search: Search547, body: Body547, returns: Returns547 }),
    action8: post('/group27/:owner/action8/:item', { search: Search548, body: Body548, returns: Returns548 }),
    action9: post('/group27/:owner/action9/:item', { search: Search549, body: Body549, returns: Returns549 }),
    action10: post('/group27/:owner/action10/:item', { search: Search550, body: Body550, returns: Returns550 }),
    action11: post('/group27/:owner/action11/:item', { search: Search551, body: Body551, returns: Returns551 }),
    action12: post('/group27/:owner/action12/:item', { search: Search552, body: Body552, returns: Returns552 }),
    action13: post('/group27/:owner/action13/:item', { search: Search553, body: Body553, returns: Returns553 }),
    action14: post('/group27/:owner/action14/:item', { search: Search554, body: Body554, returns: Returns554 }),
    action15: post('/group27/:owner/action15/:item', { search: Search555, body: Body555, returns: Returns555 }),
    action16: post('/group27/:owner/action16/:item', { search: Search556, body: Body556, returns: Returns556 }),
    action17: post('/group27/:owner/action17/:item', { search: Search557, body: Body557, returns: Returns557 }),
    action18: post('/group27/:owner/action18/:item', { search: Search558, body: Body558, returns: Returns558 }),
    action19: post('/group27/:owner/action19/:item', { search: Search559, body: Body559, returns: Returns559 }),
  },
  group28: {
    action0: post('/group28/:owner/action0/:item', { search: Search560, body: Body560, returns: Returns560 }),
    action1: post('/group28/:owner/action1/:item', { search: Search561, body: Body561, returns: Returns561 }),
    action2: post('/group28/:owner/action2/:item', { search: Search562, body: Body562, returns: Returns562 }),
    action3: post('/group28/:owner/action3/:item', { search: Search563, body: Body563, returns: Returns563 }),
    action4: post('/group28/:owner/action4/:item', { search: Search564, body: Body564, returns: Returns564 }),
    action5: post('/group28/:owner/action5/:item', { search: Search565, body: Body565, returns: Returns565 }),
    action6: post('/group28/:owner/action6/:item', { search: Search566, body: Body566, returns: Returns566 }),
    action7: post('/group28/:owner/action7/:item', { search: Search567, body: Body567, returns: Returns567 }),
    action8: post('/group28/:owner/action8/:item', { search: Search568, body: Body568, returns: Returns568 }),
    action9: post('/group28/:owner/action9/:item', { search: Search569, body: Body569, returns: Returns569 }),
    action10: post('/group28/:owner/action10/:item', { search: Search570, body: Body570, returns: Returns570 }),
    action11: post('/group28/:owner/action11/:item', { search: Search571, body: Body571, returns: Returns571 }),
    action12: post('/group28/:owner/action12/:item', { search: Search572, body: Body572, returns: Returns572 }),
    action13: post('/group28/:owner/action13/:item', { search: Search573, body: Body573, returns: Returns573 }),
    action14: post('/group28/:owner/action14/:item', { search: Search574, body: Body574, returns: Returns574 }),
    action15: post('/group28/:owner/action15/:item', { search: Search575, body: Body575, returns: Returns575 }),
    action16: post('/group28/:owner/action16/:item', { search: Search576, body: Body576, returns: Returns576 }),
    action17: post('/group28/:owner/action17/:item', { search: Search577, body: Body577, returns: Returns577 }),
    action18: post('/group28/:owner/action18/:item', { search: Search578, body: Body578, returns: Returns578 }),
    action19: post('/group28/:owner/action19/:item', { search: Search579, body: Body579, returns: Returns579 }),
  },
  group29: {
    action0: post('/group29/:owner/action0/:item', { search: Search580, body: Body580, returns: Returns580 }),
    action1: post('/group29/:owner/action1/:item', { search: Search581, body: Body581, returns: Returns581 }),
    action2: post('/group29/:owner/action2/:item', { search: Search582, body: Body582, returns: Returns582 }),
    action3: post('/group29/:owner/action3/:item', { search: Search583, body: Body583, returns: Returns583 }),
    action4: post('/group29/:owner/action4/:item', { search: Search584, body: Body584, returns: Returns584 }),
    action5: post('/group29/:owner/action5/:item', { search: Search585, body: Body585, returns: Returns585 }),
    action6: post('/group29/:owner/action6/:item', { search: Search586, body: Body586, returns: Returns586 }),
    action7: post('/group29/:owner/action7/:item', { search: Search587, body: Body587, returns: Returns587 }),
    action8: post('/group29/:owner/action8/:item', { search: Search588, body: Body588, returns: Returns588 }),
    action9: post('/group29/:owner/action9/:item', { search: Search589, body: Body589, returns: Returns589 }),
    action10: post('/group29/:owner/action10/:item', { search: Search590, body: Body590, returns: Returns590 }),
    action11: post('/group29/:owner/action11/:item', { search: Search591, body: Body591, returns: Returns591 }),
    action12: post('/group29/:owner/action12/:item', { search: Search592, body: Body592, returns: Returns592 }),
    action13: post('/group29/:owner/action13/:item', { search: Search593, body: Body593, returns: Returns593 }),
    action14: post('/group29/:owner/action14/:item', { search: Search594, body: Body594, returns: Returns594 }),
    action15: post('/group29/:owner/action15/:item', { search: Search595, body: Body595, returns: Returns595 }),
    action16: post('/group29/:owner/action16/:item', { search: Search596, body: Body596, returns: Returns596 }),
    action17: post('/group29/:owner/action17/:item', { search: Search597, body: Body597, returns: Returns597 }),
    action18: post('/group29/:owner/action18/:item', { search: Search598, body: Body598, returns: Returns598 }),
    action19: post('/group29/:owner/action19/:item', { search: Search599, body: Body599, returns: Returns599 }),
  },
  group30: {
    action0: post('/group30/:owner/action0/:item', { search: Search600, body: Body600, returns: Returns600 }),
    action1: post('/group30/:owner/action1/:item', { search: Search601, body: Body601, returns: Returns601 }),
    action2: post('/group30/:owner/action2/:item', { search: Search602, body: Body602, returns: Returns602 }),
    action3: post('/group30/:owner/action3/:item', { search: Search603, body: Body603, returns: Returns603 }),
    action4: post('/group30/:owner/action4/:item', { search: Search604, body: Body604, returns: Returns604 }),
    action5: post('/group30/:owner/action5/:item', { search: Search605, body: Body605, returns: Returns605 }),
    action6: post('/group30/:owner/action6/:item', { search: Search606, body: Body606, returns: Returns606 }),
    action7: post('/group30/:owner/action7/:item', { search: Search607, body: Body607, returns: Returns607 }),
    action8: post('/group30/:owner/action8/:item', { search: Search608, body: Body608, returns: Returns608 }),
    action9: post('/group30/:owner/action9/:item', { search: Search609, body: Body609, returns: Returns609 }),
    action10: post('/group30/:owner/action10/:item', { search: Search610, body: Body610, returns: Returns610 }),
    action11: post('/group30/:owner/action11/:item', { search: Search611, body: Body611, returns: Returns611 }),
    action12: post('/group30/:owner/action12/:item', { search: Search612, body: Body612, returns: Returns612 }),
    action13: post('/group30/:owner/action13/:item', { search: Search613, body: Body613, returns: Returns613 }),
    action14: post('/group30/:owner/action14/:item', { search: Search614, body: Body614, returns: Returns614 }),
    action15: post('/group30/:owner/action15/:item', { search: Search615, body: Body615, returns: Returns615 }),
    action16: post('/group30/:owner/action16/:item', { search: Search616, body: Body616, returns: Returns616 }),
    action17: post('/group30/:owner/action17/:item', { search: Search617, body: Body617, returns: Returns617 }),
    action18: post('/group30/:owner/action18/:item', { search: Search618, body: Body618, returns: Returns618 }),
    action19: post('/group30/:owner/action19/:item', { search: Search619, body: Body619, returns: Returns619 }),
  },
  group31: {
    action0: post('/group31/:owner/action0/:item', { search: Search620, body: Body620, returns: Returns620 }),
    action1: post('/group31/:owner/action1/:item', { search: Search621, body: Body621, returns: Returns621 }),
    action2: post('/group31/:owner/action2/:item', { search: Search622, body: Body622, returns: Returns622 }),
    action3: post('/group31/:owner/action3/:item', { search: Search623, body: Body623, returns: Returns623 }),
    action4: post('/group31/:owner/action4/:item', { search: Search624, body: Body624, returns: Returns624 }),
    action5: post('/group31/:owner/action5/:item', { search: Search625, body: Body625, returns: Returns625 }),
    action6: post('/group31/:owner/action6/:item', { search: Search626, body: Body626, returns: Returns626 }),
    action7: post('/group31/:owner/action7/:item', { search: Search627, body: Body627, returns: Returns627 }),
    action8: post('/group31/:owner/action8/:item', { search: Search628, body: Body628, returns: Returns628 }),
    action9: post('/group31/:owner/action9/:item', { search: Search629, body: Body629, returns: Returns629 }),
    action10: post('/group31/:owner/action10/:item', { search: Search630, body: Body630, returns: Returns630 }),
    action11: post('/group31/:owner/action11/:item', { search: Search631, body: Body631, returns: Returns631 }),
    action12: post('/group31/:owner/action12/:item', { search: Search632, body: Body632, returns: Returns632 }),
    action13: post('/group31/:owner/action13/:item', { search: Search633, body: Body633, returns: Returns633 }),
    action14: post('/group31/:owner/action14/:item', { search: Search634, body: Body634, returns: Returns634 }),
    action15: post('/group31/:owner/action15/:item', { search: Search635, body: Body635, returns: Returns635 }),
    action16: post('/group31/:owner/action16/:item', { search: Search636, body: Body636, returns: Returns636 }),
    action17: post('/group31/:owner/action17/:item', { search: Search637, body: Body637, returns: Returns637 }),
    action18: post('/group31/:owner/action18/:item', { search: Search638, body: Body638, returns: Returns638 }),
    action19: post('/group31/:owner/action19/:item', { search: Search639, body: Body639, returns: Returns639 }),
  },
  group32: {
    action0: post('/group32/:owner/action0/:item', { search: Search640, body: Body640, returns: Returns640 }),
    action1: post('/group32/:owner/action1/:item', { search: Search641, body: Body641, returns: Returns641 }),
    action2: post('/group32/:owner/action2/:item', { search: Search642, body: Body642, returns: Returns642 }),
    action3: post('/group32/:owner/action3/:item', { search: Search643, body: Body643, returns: Returns643 }),
    action4: post('/group32/:owner/action4/:item', { search: Search644, body: Body644, returns: Returns644 }),
    action5: post('/group32/:owner/action5/:item', { search: Search645, body: Body645, returns: Returns645 }),
    action6: post('/group32/:owner/action6/:item', { search: Search646, body: Body646, returns: Returns646 }),
    action7: post('/group32/:owner/action7/:item', { search: Search647, body: Body647, returns: Returns647 }),
    action8: post('/group32/:owner/action8/:item', { search: Search648, body: Body648, returns: Returns648 }),
    action9: post('/group32/:owner/action9/:item', { search: Search649, body: Body649, returns: Returns649 }),
    action10: post('/group32/:owner/action10/:item', { search: Search650, body: Body650, returns: Returns650 }),
    action11: post('/group32/:owner/action11/:item', { search: Search651, body: Body651, returns: Returns651 }),
    action12: post('/group32/:owner/action12/:item', { search: Search652, body: Body652, returns: Returns652 }),
    action13: post('/group32/:owner/action13/:item', { search: Search653, body: Body653, returns: Returns653 }),
    action14: post('/group32/:owner/action14/:item', { search: Search654, body: Body654, returns: Returns654 }),
    action15: post('/group32/:owner/action15/:item', { search: Search655, body: Body655, returns: Returns655 }),
    action16: post('/group32/:owner/action16/:item', { search: Search656, body: Body656, returns: Returns656 }),
    action17: post('/group32/:owner/action17/:item', { search: Search657, body: Body657, returns: Returns657 }),
    action18: post('/group32/:owner/action18/:item', { search: Search658, body: Body658, returns: Returns658 }),
    action19: post('/group32/:owner/action19/:item', { search: Search659, body: Body659, returns: Returns659 }),
  },
  group33: {
    action0: post('/group33/:owner/action0/:item', { search: Search660, body: Body660, returns: Returns660 }),
    action1: post('/group33/:owner/action1/:item', { search: Search661, body: Body661, returns: Returns661 }),
    action2: post('/group33/:owner/action2/:item', { search: Search662, body: Body662, returns: Returns662 }),
    action3: post('/group33/:owner/action3/:item', { search: Search663, body: Body663, returns: Returns663 }),
    action4: post('/group33/:owner/action4/:item', { search: Search664, body: Body664, returns: Returns664 }),
    action5: post('/group33/:owner/action5/:item', { search: Search665, body: Body665, returns: Returns665 }),
    action6: post('/group33/:owner/action6/:item', { search: Search666, body: Body666, returns: Returns666 }),
    action7: post('/group33/:owner/action7/:item', { search: Search667, body: Body667, returns: Returns667 }),
    action8: post('/group33/:owner/action8/:item', { search: Search668, body: Body668, returns: Returns668 }),
    action9: post('/group33/:owner/action9/:item', { search: Search669, body: Body669, returns: Returns669 }),
    action10: post('/group33/:owner/action10/:item', { search: Search670, body: Body670, returns: Returns670 }),
    action11: post('/group33/:owner/action11/:item', { search: Search671, body: Body671, returns: Returns671 }),
    action12: post('/group33/:owner/action12/:item', { search: Search672, body: Body672, returns: Returns672 }),
    action13: post('/group33/:owner/action13/:item', { search: Search673, body: Body673, returns: Returns673 }),
    action14: post('/group33/:owner/action14/:item', { search: Search674, body: Body674, returns: Returns674 }),
    action15: post('/group33/:owner/action15/:item', { search: Search675, body: Body675, returns: Returns675 }),
    action16: post('/group33/:owner/action16/:item', { search: Search676, body: Body676, returns: Returns676 }),
    action17: post('/group33/:owner/action17/:item', { search: Search677, body: Body677, returns: Returns677 }),
    action18: post('/group33/:owner/action18/:item', { search: Search678, body: Body678, returns: Returns678 }),
    action19: post('/group33/:owner/action19/:item', { search: Search679, body: Body679, returns: Returns679 }),
  },
  group34: {
    action0: post('/group34/:owner/action0/:item', { search: Search680, body: Body680, returns: Returns680 }),
    action1: post('/group34/:owner/action1/:item', { search: Search681, body: Body681, returns: Returns681 }),
    action2: post('/group34/:owner/action2/:item', { search: Search682, body: Body682, returns: Returns682 }),
    action3: post('/group34/:owner/action3/:item', { search: Search683, body: Body683, returns: Returns683 }),
    action4: post('/group34/:owner/action4/:item', { search: Search684, body: Body684, returns: Returns684 }),
    action5: post('/group34/:owner/action5/:item', { search: Search685, body: Body685, returns: Returns685 }),
    action6: post('/group34/:owner/action6/:item', { search: Search686, body: Body686, returns: Returns686 }),
    action7: post('/group34/:owner/action7/:item', { search: Search687, body: Body687, returns: Returns687 }),
    action8: post('/group34/:owner/action8/:item', { search: Search688, body: Body688, returns: Returns688 }),
    action9: post('/group34/:owner/action9/:item', { search: Search689, body: Body689, returns: Returns689 }),
    action10: post('/group34/:owner/action10/:item', { search: Search690, body: Body690, returns: Returns690 }),
    action11: post('/group34/:owner/action11/:item', { search: Search691, body: Body691, returns: Returns691 }),
    action12: post('/group34/:owner/action12/:item', { search: Search692, body: Body692, returns: Returns692 }),
    action13: post('/group34/:owner/action13/:item', { search: Search693, body: Body693, returns: Returns693 }),
    action14: post('/group34/:owner/action14/:item', { search: Search694, body: Body694, returns: Returns694 }),
    action15: post('/group34/:owner/action15/:item', { search: Search695, body: Body695, returns: Returns695 }),
    action16: post('/group34/:owner/action16/:item', { search: Search696, body: Body696, returns: Returns696 }),
    action17: post('/group34/:owner/action17/:item', { search: Search697, body: Body697, returns: Returns697 }),
    action18: post('/group34/:owner/action18/:item', { search: Search698, body: Body698, returns: Returns698 }),
    action19: post('/group34/:owner/action19/:item', { search: Search699, body: Body699, returns: Returns699 }),
  },
  group35: {
    action0: post('/group35/:owner/action0/:item', { search: Search700, body: Body700, returns: Returns700 }),
    action1: post('/group35/:owner/action1/:item', { search: Search701, body: Body701, returns: Returns701 }),
    action2: post('/group35/:owner/action2/:item', { search: Search702, body: Body702, returns: Returns702 }),
    action3: post('/group35/:owner/action3/:item', { search: Search703, body: Body703, returns: Returns703 }),
    action4: post('/group35/:owner/action4/:item', { search: Search704, body: Body704, returns: Returns704 }),
    action5: post('/group35/:owner/action5/:item', { search: Search705, body: Body705, returns: Returns705 }),
    action6: post('/group35/:owner/action6/:item', { search: Search706, body: Body706, returns: Returns706 }),
    action7: post('/group35/:owner/action7/:item', { search: Search707, body: Body707, returns: Returns707 }),
    action8: post('/group35/:owner/action8/:item', { search: Search708, body: Body708, returns: Returns708 }),
    action9: post('/group35/:owner/action9/:item', { search: Search709, body: Body709, returns: Returns709 }),
    action10: post('/group35/:owner/action10/:item', { search: Search710, body: Body710, returns: Returns710 }),
    action11: post('/group35/:owner/action11/:item', { search: Search711, body: Body711, returns: Returns711 }),
    action12: post('/group35/:owner/action12/:item', { search: Search712, body: Body712, returns: Returns712 }),
    action13: post('/group35/:owner/action13/:item', { search: Search713, body: Body713, returns: Returns713 }),
    action14: post('/group35/:owner/action14/:item', { search: Search714, body: Body714, returns: Returns714 }),
    action15: post('/group35/:owner/action15/:item', { search: Search715, body: Body715, returns: Returns715 }),
    action16: post('/group35/:owner/action16/:item', { search: Search716, body: Body716, returns: Returns716 }),
    action17: post('/group35/:owner/action17/:item', { search: Search717, body: Body717, returns: Returns717 }),
    action18: post('/group35/:owner/action18/:item', { search: Search718, body: Body718, returns: Returns718 }),
    action19: post('/group35/:owner/action19/:item', { search: Search719, body: Body719, returns: Returns719 }),
  },
  group36: {
    action0: post('/group36/:owner/action0/:item', { search: Search720, body: Body720, returns: Returns720 }),
    action1: post('/group36/:owner/action1/:item', { search: Search721, body: Body721, returns: Returns721 }),
    action2: post('/group36/:owner/action2/:item', { search: Search722, body: Body722, returns: Returns722 }),
    action3: post('/group36/:owner/action3/:item', { search: Search723, body: Body723, returns: Returns723 }),
    action4: post('/group36/:owner/action4/:item', { search: Search724, body: Body724, returns: Returns724 }),
    action5: post('/group36/:owner/action5/:item', { search: Search725, body: Body725, returns: Returns725 }),
    action6: post('/group36/:owner/action6/:item', { search: Search726, body: Body726, returns: Returns726 }),
    action7: post('/group36/:owner/action7/:item', { search: Search727, body: Body727, returns: Returns727 }),
    action8: post('/group36/:owner/action8/:item', { search: Search728, body: Body728, returns: Returns728 }),
    action9: post('/group36/:owner/action9/:item', { search: Search729, body: Body729, returns: Returns729 }),
    action10: post('/group36/:owner/action10/:item', { search: Search730, body: Body730, returns: Returns730 }),
    action11: post('/group36/:owner/action11/:item', { search: Search731, body: Body731, returns: Returns731 }),
    action12: post('/group36/:owner/action12/:item', { search: Search732, body: Body732, returns: Returns732 }),
    action13: post('/group36/:owner/action13/:item', { search: Search733, body: Body733, returns: Returns733 }),
    action14: post('/group36/:owner/action14/:item', { search: Search734, body: Body734, returns: Returns734 }),
    action15: post('/group36/:owner/action15/:item', { search: Search735, body: Body735, returns: Returns735 }),
    action16: post('/group36/:owner/action16/:item', { search: Search736, body: Body736, returns: Returns736 }),
    action17: post('/group36/:owner/action17/:item', { search: Search737, body: Body737, returns: Returns737 }),
    action18: post('/group36/:owner/action18/:item', { search: Search738, body: Body738, returns: Returns738 }),
    action19: post('/group36/:owner/action19/:item', { search: Search739, body: Body739, returns: Returns739 }),
  },
  group37: {
    action0: post('/group37/:owner/action0/:item', { search: Search740, body: Body740, returns: Returns740 }),
    action1: post('/group37/:owner/action1/:item', { search: Search741, body: Body741, returns: Returns741 }),
    action2: post('/group37/:owner/action2/:item', { search: Search742, body: Body742, returns: Returns742 }),
    action3: post('/group37/:owner/action3/:item', { search: Search743, body: Body743, returns: Returns743 }),
    action4: post('/group37/:owner/action4/:item', { search: Search744, body: Body744, returns: Returns744 }),
    action5: post('/group37/:owner/action5/:item', { search: Search745, body: Body745, returns: Returns745 }),
    action6: post('/group37/:owner/action6/:item', { search: Search746, body: Body746, returns: Returns746 }),
    action7: post('/group37/:owner/action7/:item', { search: Search747, body: Body747, returns: Returns747 }),
    action8: post('/group37/:owner/action8/:item', { search: Search748, body: Body748, returns: Returns748 }),
    action9: post('/group37/:owner/action9/:item', { search: Search749, body: Body749, returns: Returns749 }),
    action10: post('/group37/:owner/action10/:item', { search: Search750, body: Body750, returns: Returns750 }),
    action11: post('/group37/:owner/action11/:item', { search: Search751, body: Body751, returns: Returns751 }),
    action12: post('/group37/:owner/action12/:item', { search: Search752, body: Body752, returns: Returns752 }),
    action13: post('/group37/:owner/action13/:item', { search: Search753, body: Body753, returns: Returns753 }),
    action14: post('/group37/:owner/action14/:item', { search: Search754, body: Body754, returns: Returns754 }),
    action15: post('/group37/:owner/action15/:item', { search: Search755, body: Body755, returns: Returns755 }),
    action16: post('/group37/:owner/action16/:item', { search: Search756, body: Body756, returns: Returns756 }),
    action17: post('/group37/:owner/action17/:item', { search: Search757, body: Body757, returns: Returns757 }),
    action18: post('/group37/:owner/action18/:item', { search: Search758, body: Body758, returns: Returns758 }),
    action19: post('/group37/:owner/action19/:item', { search: Search759, body: Body759, returns: Returns759 }),
  },
  group38: {
    action0: post('/group38/:owner/action0/:item', { search: Search760, body: Body760, returns: Returns760 }),
    action1: post('/group38/:owner/action1/:item', { search: Search761, body: Body761, returns: Returns761 }),
    action2: post('/group38/:owner/action2/:item', { search: Search762, body: Body762, returns: Returns762 }),
    action3: post('/group38/:owner/action3/:item', { search: Search763, body: Body763, returns: Returns763 }),
    action4: post('/group38/:owner/action4/:item', { search: Search764, body: Body764, returns: Returns764 }),
    action5: post('/group38/:owner/action5/:item', { search: Search765, body: Body765, returns: Returns765 }),
    action6: post('/group38/:owner/action6/:item', { search: Search766, body: Body766, returns: Returns766 }),
    action7: post('/group38/:owner/action7/:item', { search: Search767, body: Body767, returns: Returns767 }),
    action8: post('/group38/:owner/action8/:item', { search: Search768, body: Body768, returns: Returns768 }),
    action9: post('/group38/:owner/action9/:item', { search: Search769, body: Body769, returns: Returns769 }),
    action10: post('/group38/:owner/action10/:item', { search: Search770, body: Body770, returns: Returns770 }),
    action11: post('/group38/:owner/action11/:item', { search: Search771, body: Body771, returns: Returns771 }),
    action12: post('/group38/:owner/action12/:item', { search: Search772, body: Body772, returns: Returns772 }),
    action13: post('/group38/:owner/action13/:item', { search: Search773, body: Body773, returns: Returns773 }),
    action14: post('/group38/:owner/action14/:item', { search: Search774, body: Body774, returns: Returns774 }),
    action15: post('/group38/:owner/action15/:item', { search: Search775, body: Body775, returns: Returns775 }),
    action16: post('/group38/:owner/action16/:item', { search: Search776, body: Body776, returns: Returns776 }),
    action17: post('/group38/:owner/action17/:item', { search: Search777, body: Body777, returns: Returns777 }),
    action18: post('/group38/:owner/action18/:item', { search: Search778, body: Body778, returns: Returns778 }),
    action19: post('/group38/:owner/action19/:item', { search: Search779, body: Body779, returns: Returns779 }),
  },
  group39: {
    action0: post('/group39/:owner/action0/:item', { search: Search780, body: Body780, returns: Returns780 }),
    action1: post('/group39/:owner/action1/:item', { search: Search781, body: Body781, returns: Returns781 }),
    action2: post('/group39/:owner/action2/:item', { search: Search782, body: Body782, returns: Returns782 }),
    action3: post('/group39/:owner/action3/:item', { search: Search783, body: Body783, returns: Returns783 }),
    action4: post('/group39/:owner/action4/:item', { search: Search784, body: Body784, returns: Returns784 }),
    action5: post('/group39/:owner/action5/:item', { search: Search785, body: Body785, returns: Returns785 }),
    action6: post('/group39/:owner/action6/:item', { search: Search786, body: Body786, returns: Returns786 }),
    action7: post('/group39/:owner/action7/:item', { search: Search787, body: Body787, returns: Returns787 }),
    action8: post('/group39/:owner/action8/:item', { search: Search788, body: Body788, returns: Returns788 }),
    action9: post('/group39/:owner/action9/:item', { search: Search789, body: Body789, returns: Returns789 }),
    action10: post('/group39/:owner/action10/:item', { search: Search790, body: Body790, returns: Returns790 }),
    action11: post('/group39/:owner/action11/:item', { search: Search791, body: Body791, returns: Returns791 }),
    action12: post('/group39/:owner/action12/:item', { search: Search792, body: Body792, returns: Returns792 }),
    action13: post('/group39/:owner/action13/:item', { search: Search793, body: Body793, returns: Returns793 }),
    action14: post('/group39/:owner/action14/:item', { search: Search794, body: Body794, returns: Returns794 }),
    action15: post('/group39/:owner/action15/:item', { search: Search795, body: Body795, returns: Returns795 }),
    action16: post('/group39/:owner/action16/:item', { search: Search796, body: Body796, returns: Returns796 }),
    action17: post('/group39/:owner/action17/:item', { search: Search797, body: Body797, returns: Returns797 }),
    action18: post('/group39/:owner/action18/:item', { search: Search798, body: Body798, returns: Returns798 }),
    action19: post('/group39/:owner/action19/:item', { search: Search799, body: Body799, returns: Returns799 }),
  },
  group40: {
    action0: post('/group40/:owner/action0/:item', { search: Search800, body: Body800, returns: Returns800 }),
    action1: post('/group40/:owner/action1/:item', { search: Search801, body: Body801, returns: Returns801 }),
    action2: post('/group40/:owner/action2/:item', { search: Search802, body: Body802, returns: Returns802 }),
    action3: post('/group40/:owner/action3/:item', { search: Search803, body: Body803, returns: Returns803 }),
    action4: post('/group40/:owner/action4/:item', { search: Search804, body: Body804, returns: Returns804 }),
    action5: post('/group40/:owner/action5/:item', { search: Search805, body: Body805, returns: Returns805 }),
    action6: post('/group40/:owner/action6/:item', { search: Search806, body: Body806, returns: Returns806 }),
    action7: post('/group40/:owner/action7/:item', { search: Search807, body: Body807, returns: Returns807 }),
    action8: post('/group40/:owner/action8/:item', { search: Search808, body: Body808, returns: Returns808 }),
    action9: post('/group40/:owner/action9/:item', { search: Search809, body: Body809, returns: Returns809 }),
    action10: post('/group40/:owner/action10/:item', { search: Search810, body: Body810, returns: Returns810 }),
    action11: post('/group40/:owner/action11/:item', { search: Search811, body: Body811, returns: Returns811 }),
    action12: post('/group40/:owner/action12/:item', { search: Search812, body: Body812, returns: Returns812 }),
    action13: post('/group40/:owner/action13/:item', { search: Search813, body: Body813, returns: Returns813 }),
    action14: post('/group40/:owner/action14/:item', { search: Search814, body: Body814, returns: Returns814 }),
    action15: post('/group40/:owner/action15/:item', { search: Search815, body: Body815, returns: Returns815 }),
    action16: post('/group40/:owner/action16/:item', { search: Search816, body: Body816, returns: Returns816 }),
    action17: post('/group40/:owner/action17/:item', { search: Search817, body: Body817, returns: Returns817 }),
    action18: post('/group40/:owner/action18/:item', { search: Search818, body: Body818, returns: Returns818 }),
    action19: post('/group40/:owner/action19/:item', { search: Search819, body: Body819, returns: Returns819 }),
  },
  group41: {
    action0: post('/group41/:owner/action0/:item', { search: Search820, body: Body820, returns: Returns820 }),
    action1: post('/group41/:owner/action1/:item', { search: Search821, body: Body821, returns: Returns821 }),
    action2: post('/group41/:owner/action2/:item', { search: Search822, body: Body822, returns: Returns822 }),
    action3: post('/group41/:owner/action3/:item', { search: Search823, body: Body823, returns: Returns823 }),
    action4: post('/group41/:owner/action4/:item', { search: Search824, body: Body824, returns: Returns824 }),
    action5: post('/group41/:owner/action5/:item', { search: Search825, body: Body825, returns: Returns825 }),
    action6: post('/group41/:owner/action6/:item', { search: Search826, body: Body826, returns: Returns826 }),
    action7: post('/group41/:owner/action7/:item', { search: Search827, body: Body827, returns: Returns827 }),
    action8: post('/group41/:owner/action8/:item', { search: Search828, body: Body828, returns: Returns828 }),
    action9: post('/group41/:owner/action9/:item', { search: Search829, body: Body829, returns: Returns829 }),
    action10: post('/group41/:owner/action10/:item', { search: Search830, body: Body830, returns: Returns830 }),
    action11: post('/group41/:owner/action11/:item', { search: Search831, body: Body831, returns: Returns831 }),
    action12: post('/group41/:owner/action12/:item', { search: Search832, body: Body832, returns: Returns832 }),
    action13: post('/group41/:owner/action13/:item', { search: Search833, body: Body833, returns: Returns833 }),
    action14: post('/group41/:owner/action14/:item', { search: Search834, body: Body834, returns: Returns834 }),
    action15: post('/group41/:owner/action15/:item', { search: Search835, body: Body835, returns: Returns835 }),
    action16: post('/group41/:owner/action16/:item', { search: Search836, body: Body836, returns: Returns836 }),
    action17: post('/group41/:owner/action17/:item', { search: Search837, body: Body837, returns: Returns837 }),
    action18: post('/group41/:owner/action18/:item', { search: Search838, body: Body838, returns: Returns838 }),
    action19: post('/group41/:owner/action19/:item', { search: Search839, body: Body839, returns: Returns839 }),
  },
  group42: {
    action0: post('/group42/:owner/action0/:item', { search: Search840, body: Body840, returns: Returns840 }),
    action1: post('/group42/:owner/action1/:item', { search: Search841, body: Body841, returns: Returns841 }),
    action2: post('/group42/:owner/action2/:item', { search: Search842, body: Body842, returns: Returns842 }),
    action3: post('/group42/:owner/action3/:item', { search: Search843, body: Body843, returns: Returns843 }),
    action4: post('/group42/:owner/action4/:item', { search: Search844, body: Body844, returns: Returns844 }),
    action5: post('/group42/:owner/action5/:item', { search: Search845, body: Body845, returns: Returns845 }),
    action6: post('/group42/:owner/action6/:item', { search: Search846, body: Body846, returns: Returns846 }),
    action7: post('/group42/:owner/action7/:item', { search: Search847, body: Body847, returns: Returns847 }),
    action8: post('/group42/:owner/action8/:item', { search: Search848, body: Body848, returns: Returns848 }),
    action9: post('/group42/:owner/action9/:item', { search: Search849, body: Body849, returns: Returns849 }),
    action10: post('/group42/:owner/action10/:item', { search: Search850, body: Body850, returns: Returns850 }),
    action11: post('/group42/:owner/action11/:item', { search: Search851, body: Body851, returns: Returns851 }),
    action12: post('/group42/:owner/action12/:item', { search: Search852, body: Body852, returns: Returns852 }),
    action13: post('/group42/:owner/action13/:item', { search: Search853, body: Body853, returns: Returns853 }),
    action14: post('/group42/:owner/action14/:item', { search: Search854, body: Body854, returns: Returns854 }),
    action15: post('/group42/:owner/action15/:item', { search: Search855, body: Body855, returns: Returns855 }),
    action16: post('/group42/:owner/action16/:item', { search: Search856, body: Body856, returns: Returns856 }),
    action17: post('/group42/:owner/action17/:item', { search: Search857, body: Body857, returns: Returns857 }),
    action18: post('/group42/:owner/action18/:item', { search: Search858, body: Body858, returns: Returns858 }),
    action19: post('/group42/:owner/action19/:item', { search: Search859, body: Body859, returns: Returns859 }),
  },
  group43: {
    action0: post('/group43/:owner/action0/:item', { search: Search860, body: Body860, returns: Returns860 }),
    action1: post('/group43/:owner/action1/:item', { search: Search861, body: Body861, returns: Returns861 }),
    action2: post('/group43/:owner/action2/:item', { search: Search862, body: Body862, returns: Returns862 }),
    action3: post('/group43/:owner/action3/:item', { search: Search863, body: Body863, returns: Returns863 }),
    action4: post('/group43/:owner/action4/:item', { search: Search864, body: Body864, returns: Returns864 }),
    action5: post('/group43/:owner/action5/:item', { search: Search865, body: Body865, returns: Returns865 }),
    action6: post('/group43/:owner/action6/:item', { search: Search866, body: Body866, returns: Returns866 }),
    action7: post('/group43/:owner/action7/:item', { search: Search867, body: Body867, returns: Returns867 }),
    action8: post('/group43/:owner/action8/:item', { search: Search868, body: Body868, returns: Returns868 }),
    action9: post('/group43/:owner/action9/:item', { search: Search869, body: Body869, returns: Returns869 }),
    action10: post('/group43/:owner/action10/:item', { search: Search870, body: Body870, returns: Returns870 }),
    action11: post('/group43/:owner/action11/:item', { search: Search871, body: Body871, returns: Returns871 }),
    action12: post('/group43/:owner/action12/:item', { search: Search872, body: Body872, returns: Returns872 }),
    action13: post('/group43/:owner/action13/:item', { search: Search873, body: Body873, returns: Returns873 }),
    action14: post('/group43/:owner/action14/:item', { search: Search874, body: Body874, returns: Returns874 }),
    action15: post('/group43/:owner/action15/:item', { search: Search875, body: Body875, returns: Returns875 }),
    action16: post('/group43/:owner/action16/:item', { search: Search876, body: Body876, returns: Returns876 }),
    action17: post('/group43/:owner/action17/:item', { search: Search877, body: Body877, returns: Returns877 }),
    action18: post('/group43/:owner/action18/:item', { search: Search878, body: Body878, returns: Returns878 }),
    action19: post('/group43/:owner/action19/:item', { search: Search879, body: Body879, returns: Returns879 }),
  },
  group44: {
    action0: post('/group44/:owner/action0/:item', { search: Search880, body: Body880, returns: Returns880 }),
    action1: post('/group44/:owner/action1/:item', { search: Search881, body: Body881, returns: Returns881 }),
    action2: post('/group44/:owner/action2/:item', { search: Search882, body: Body882, returns: Returns882 }),
    action3: post('/group44/:owner/action3/:item', { search: Search883, body: Body883, returns: Returns883 }),
    action4: post('/group44/:owner/action4/:item', { search: Search884, body: Body884, returns: Returns884 }),
    action5: post('/group44/:owner/action5/:item', { search: Search885, body: Body885, returns: Returns885 }),
    action6: post('/group44/:owner/action6/:item', { search: Search886, body: Body886, returns: Returns886 }),
    action7: post('/group44/:owner/action7/:item', { search: Search887, body: Body887, returns: Returns887 }),
    action8: post('/group44/:owner/action8/:item', { search: Search888, body: Body888, returns: Returns888 }),
    action9: post('/group44/:owner/action9/:item', { search: Search889, body: Body889, returns: Returns889 }),
    action10: post('/group44/:owner/action10/:item', { search: Search890, body: Body890, returns: Returns890 }),
    action11: post('/group44/:owner/action11/:item', { search: Search891, body: Body891, returns: Returns891 }),
    action12: post('/group44/:owner/action12/:item', { search: Search892, body: Body892, returns: Returns892 }),
    action13: post('/group44/:owner/action13/:item', { search: Search893, body: Body893, returns: Returns893 }),
    action14: post('/group44/:owner/action14/:item', { search: Search894, body: Body894, returns: Returns894 }),
    action15: post('/group44/:owner/action15/:item', { search: Search895, body: Body895, returns: Returns895 }),
    action16: post('/group44/:owner/action16/:item', { search: Search896, body: Body896, returns: Returns896 }),
    action17: post('/group44/:owner/action17/:item', { search: Search897, body: Body897, returns: Returns897 }),
    action18: post('/group44/:owner/action18/:item', { search: Search898, body: Body898, returns: Returns898 }),
    action19: post('/group44/:owner/action19/:item', { search: Search899, body: Body899, returns: Returns899 }),
  },
  group45: {
    action0: post('/group45/:owner/action0/:item', { search: Search900, body: Body900, returns: Returns900 }),
    action1: post('/group45/:owner/action1/:item', { search: Search901, body: Body901, returns: Returns901 }),
    action2: post('/group45/:owner/action2/:item', { search: Search902, body: Body902, returns: Returns902 }),
    action3: post('/group45/:owner/action3/:item', { search: Search903, body: Body903, returns: Returns903 }),
    action4: post('/group45/:owner/action4/:item', { search: Search904, body: Body904, returns: Returns904 }),
    action5: post('/group45/:owner/action5/:item', { search: Search905, body: Body905, returns: Returns905 }),
    action6: post('/group45/:owner/action6/:item', { search: Search906, body: Body906, returns: Returns906 }),
    action7: post('/group45/:owner/action7/:item', { search: Search907, body: Body907, returns: Returns907 }),
    action8: post('/group45/:owner/action8/:item', { search: Search908, body: Body908, returns: Returns908 }),
    action9: post('/group45/:owner/action9/:item', { search: Search909, body: Body909, returns: Returns909 }),
    action10: post('/group45/:owner/action10/:item', { search: Search910, body: Body910, returns: Returns910 }),
    action11: post('/group45/:owner/action11/:item', { search: Search911, body: Body911, returns: Returns911 }),
    action12: post('/group45/:owner/action12/:item', { search: Search912, body: Body912, returns: Returns912 }),
    action13: post('/group45/:owner/action13/:item', { search: Search913, body: Body913, returns: Returns913 }),
    action14: post('/group45/:owner/action14/:item', { search: Search914, body: Body914, returns: Returns914 }),
    action15: post('/group45/:owner/action15/:item', { search: Search915, body: Body915, returns: Returns915 }),
    action16: post('/group45/:owner/action16/:item', { search: Search916, body: Body916, returns: Returns916 }),
    action17: post('/group45/:owner/action17/:item', { search: Search917, body: Body917, returns: Returns917 }),
    action18: post('/group45/:owner/action18/:item', { search: Search918, body: Body918, returns: Returns918 }),
    action19: post('/group45/:owner/action19/:item', { search: Search919, body: Body919, returns: Returns919 }),
  },
  group46: {
    action0: post('/group46/:owner/action0/:item', { search: Search920, body: Body920, returns: Returns920 }),
    action1: post('/group46/:owner/action1/:item', { search: Search921, body: Body921, returns: Returns921 }),
    action2: post('/group46/:owner/action2/:item', { search: Search922, body: Body922, returns: Returns922 }),
    action3: post('/group46/:owner/action3/:item', { search: Search923, body: Body923, returns: Returns923 }),
    action4: post('/group46/:owner/action4/:item', { search: Search924, body: Body924, returns: Returns924 }),
    action5: post('/group46/:owner/action5/:item', { search: Search925, body: Body925, returns: Returns925 }),
    action6: post('/group46/:owner/action6/:item', { search: Search926, body: Body926, returns: Returns926 }),
    action7: post('/group46/:owner/action7/:item', { search: Search927, body: Body927, returns: Returns927 }),
    action8: post('/group46/:owner/action8/:item', { search: Search928, body: Body928, returns: Returns928 }),
    action9: post('/group46/:owner/action9/:item', { search: Search929, body: Body929, returns: Returns929 }),
    action10: post('/group46/:owner/action10/:item', { search: Search930, body: Body930, returns: Returns930 }),
    action11: post('/group46/:owner/action11/:item', { search: Search931, body: Body931, returns: Returns931 }),
    action12: post('/group46/:owner/action12/:item', { search: Search932, body: Body932, returns: Returns932 }),
    action13: post('/group46/:owner/action13/:item', { search: Search933, body: Body933, returns: Returns933 }),
    action14: post('/group46/:owner/action14/:item', { search: Search934, body: Body934, returns: Returns934 }),
    action15: post('/group46/:owner/action15/:item', { search: Search935, body: Body935, returns: Returns935 }),
    action16: post('/group46/:owner/action16/:item', { search: Search936, body: Body936, returns: Returns936 }),
    action17: post('/group46/:owner/action17/:item', { search: Search937, body: Body937, returns: Returns937 }),
    action18: post('/group46/:owner/action18/:item', { search: Search938, body: Body938, returns: Returns938 }),
    action19: post('/group46/:owner/action19/:item', { search: Search939, body: Body939, returns: Returns939 }),
  },
  group47: {
    action0: post('/group47/:owner/action0/:item', { search: Search940, body: Body940, returns: Returns940 }),
    action1: post('/group47/:owner/action1/:item', { search: Search941, body: Body941, returns: Returns941 }),
    action2: post('/group47/:owner/action2/:item', { search: Search942, body: Body942, returns: Returns942 }),
    action3: post('/group47/:owner/action3/:item', { search: Search943, body: Body943, returns: Returns943 }),
    action4: post('/group47/:owner/action4/:item', { search: Search944, body: Body944, returns: Returns944 }),
    action5: post('/group47/:owner/action5/:item', { search: Search945, body: Body945, returns: Returns945 }),
    action6: post('/group47/:owner/action6/:item', { search: Search946, body: Body946, returns: Returns946 }),
    action7: post('/group47/:owner/action7/:item', { search: Search947, body: Body947, returns: Returns947 }),
    action8: post('/group47/:owner/action8/:item', { search: Search948, body: Body948, returns: Returns948 }),
    action9: post('/group47/:owner/action9/:item', { search: Search949, body: Body949, returns: Returns949 }),
    action10: post('/group47/:owner/action10/:item', { search: Search950, body: Body950, returns: Returns950 }),
    action11: post('/group47/:owner/action11/:item', { search: Search951, body: Body951, returns: Returns951 }),
    action12: post('/group47/:owner/action12/:item', { search: Search952, body: Body952, returns: Returns952 }),
    action13: post('/group47/:owner/action13/:item', { search: Search953, body: Body953, returns: Returns953 }),
    action14: post('/group47/:owner/action14/:item', { search: Search954, body: Body954, returns: Returns954 }),
    action15: post('/group47/:owner/action15/:item', { search: Search955, body: Body955, returns: Returns955 }),
    action16: post('/group47/:owner/action16/:item', { search: Search956, body: Body956, returns: Returns956 }),
    action17: post('/group47/:owner/action17/:item', { search: Search957, body: Body957, returns: Returns957 }),
    action18: post('/group47/:owner/action18/:item', { search: Search958, body: Body958, returns: Returns958 }),
    action19: post('/group47/:owner/action19/:item', { search: Search959, body: Body959, returns: Returns959 }),
  },
  group48: {
    action0: post('/group48/:owner/action0/:item', { search: Search960, body: Body960, returns: Returns960 }),
    action1: post('/group48/:owner/action1/:item', { search: Search961, body: Body961, returns: Returns961 }),
    action2: post('/group48/:owner/action2/:item', { search: Search962, body: Body962, returns: Returns962 }),
    action3: post('/group48/:owner/action3/:item', { search: Search963, body: Body963, returns: Returns963 }),
    action4: post('/group48/:owner/action4/:item', { search: Search964, body: Body964, returns: Returns964 }),
    action5: post('/group48/:owner/action5/:item', { search: Search965, body: Body965, returns: Returns965 }),
    action6: post('/group48/:owner/action6/:item', { search: Search966, body: Body966, returns: Returns966 }),
    action7: post('/group48/:owner/action7/:item', { search: Search967, body: Body967, returns: Returns967 }),
    action8: post('/group48/:owner/action8/:item', { search: Search968, body: Body968, returns: Returns968 }),
    action9: post('/group48/:owner/action9/:item', { search: Search969, body: Body969, returns: Returns969 }),
    action10: post('/group48/:owner/action10/:item', { search: Search970, body: Body970, returns: Returns970 }),
    action11: post('/group48/:owner/action11/:item', { search: Search971, body: Body971, returns: Returns971 }),
    action12: post('/group48/:owner/action12/:item', { search: Search972, body: Body972, returns: Returns972 }),
    action13: post('/group48/:owner/action13/:item', { search: Search973, body: Body973, returns: Returns973 }),
    action14: post('/group48/:owner/action14/:item', { search: Search974, body: Body974, returns: Returns974 }),
    action15: post('/group48/:owner/action15/:item', { search: Search975, body: Body975, returns: Returns975 }),
    action16: post('/group48/:owner/action16/:item', { search: Search976, body: Body976, returns: Returns976 }),
    action17: post('/group48/:owner/action17/:item', { search: Search977, body: Body977, returns: Returns977 }),
    action18: post('/group48/:owner/action18/:item', { search: Search978, body: Body978, returns: Returns978 }),
    action19: post('/group48/:owner/action19/:item', { search: Search979, body: Body979, returns: Returns979 }),
  },
  group49: {
    action0: post('/group49/:owner/action0/:item', { search: Search980, body: Body980, returns: Returns980 }),
    action1: post('/group49/:owner/action1/:item', { search: Search981, body: Body981, returns: Returns981 }),
    action2: post('/group49/:owner/action2/:item', { search: Search982, body: Body982, returns: Returns982 }),
    action3: post('/group49/:owner/action3/:item', { search: Search983, body: Body983, returns: Returns983 }),
    action4: post('/group49/:owner/action4/:item', { search: Search984, body: Body984, returns: Returns984 }),
    action5: post('/group49/:owner/action5/:item', { search: Search985, body: Body985, returns: Returns985 }),
    action6: post('/group49/:owner/action6/:item', { search: Search986, body: Body986, returns: Returns986 }),
    action7: post('/group49/:owner/action7/:item', { search: Search987, body: Body987, returns: Returns987 }),
    action8: post('/group49/:owner/action8/:item', { search: Search988, body: Body988, returns: Returns988 }),
    action9: post('/group49/:owner/action9/:item', { search: Search989, body: Body989, returns: Returns989 }),
    action10: post('/group49/:owner/action10/:item', { search: Search990, body: Body990, returns: Returns990 }),
    action11: post('/group49/:owner/action11/:item', { search: Search991, body: Body991, returns: Returns991 }),
    action12: post('/group49/:owner/action12/:item', { search: Search992, body: Body992, returns: Returns992 }),
    action13: post('/group49/:owner/action13/:item', { search: Search993, body: Body993, returns: Returns993 }),
    action14: post('/group49/:owner/action14/:item', { search: Search994, body: Body994, returns: Returns994 }),
    action15: post('/group49/:owner/action15/:item', { search: Search995, body: Body995, returns: Returns995 }),
    action16: post('/group49/:owner/action16/:item', { search: Search996, body: Body996, returns: Returns996 }),
    action17: post('/group49/:owner/action17/:item', { search: Search997, body: Body997, returns: Returns997 }),
    action18: post('/group49/:owner/action18/:item', { search: Search998, body: Body998, returns: Returns998 }),
    action19: post('/group49/:owner/action19/:item', { search: Search999, body: Body999, returns: Returns999 }),
  },
})
export const makePost = post
export const anySchema = Any
export const router = createRouter()
router.map(routes.group0, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group1, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group2, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group3, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group4, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group5, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group6, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group7, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group8, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group9, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group10, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group11, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group12, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group13, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group14, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group15, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group16, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group17, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group18, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group19, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group20, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group21, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group22, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group23, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group24, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group25, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group26, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group27, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group28, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group29, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group30, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group31, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group32, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group33, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group34, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group35, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group36, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group37, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group38, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group39, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group40, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group41, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group42, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group43, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group44, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group45, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group46, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group47, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group48, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
router.map(routes.group49, {
  actions: {
    action0: ({ params, input }) => new Response(params.owner + params.item + input.search.q0 + input.body.title0),
    action1: ({ params, input }) => new Response(params.owner + params.item + input.search.q1 + input.body.title1),
    action2: ({ params, input }) => new Response(params.owner + params.item + input.search.q2 + input.body.title2),
    action3: ({ params, input }) => new Response(params.owner + params.item + input.search.q3 + input.body.title3),
    action4: ({ params, input }) => new Response(params.owner + params.item + input.search.q4 + input.body.title4),
    action5: ({ params, input }) => new Response(params.owner + params.item + input.search.q5 + input.body.title5),
    action6: ({ params, input }) => new Response(params.owner + params.item + input.search.q6 + input.body.title6),
    action7: ({ params, input }) => new Response(params.owner + params.item + input.search.q7 + input.body.title7),
    action8: ({ params, input }) => new Response(params.owner + params.item + input.search.q8 + input.body.title8),
    action9: ({ params, input }) => new Response(params.owner + params.item + input.search.q9 + input.body.title9),
    action10: ({ params, input }) => new Response(params.owner + params.item + input.search.q10 + input.body.title10),
    action11: ({ params, input }) => new Response(params.owner + params.item + input.search.q11 + input.body.title11),
    action12: ({ params, input }) => new Response(params.owner + params.item + input.search.q12 + input.body.title12),
    action13: ({ params, input }) => new Response(params.owner + params.item + input.search.q13 + input.body.title13),
    action14: ({ params, input }) => new Response(params.owner + params.item + input.search.q14 + input.body.title14),
    action15: ({ params, input }) => new Response(params.owner + params.item + input.search.q15 + input.body.title15),
    action16: ({ params, input }) => new Response(params.owner + params.item + input.search.q16 + input.body.title16),
    action17: ({ params, input }) => new Response(params.owner + params.item + input.search.q17 + input.body.title17),
    action18: ({ params, input }) => new Response(params.owner + params.item + input.search.q18 + input.body.title18),
    action19: ({ params, input }) => new Response(params.owner + params.item + input.search.q19 + input.body.title19),
  },
})
export const hrefs: string[] = [
  routes.group0.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group0.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group0.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group0.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group0.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group0.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group0.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group0.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group0.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group0.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group0.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group0.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group0.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group0.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group0.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group0.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group0.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group0.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group0.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group0.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group1.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group1.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group1.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group1.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group1.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group1.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group1.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group1.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group1.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group1.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group1.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group1.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group1.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group1.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group1.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group1.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group1.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group1.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group1.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group1.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group2.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group2.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group2.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group2.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group2.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group2.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group2.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group2.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group2.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group2.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group2.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group2.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group2.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group2.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group2.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group2.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group2.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group2.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group2.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group2.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group3.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group3.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group3.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group3.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group3.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group3.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group3.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group3.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group3.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group3.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group3.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group3.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group3.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group3.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group3.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group3.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group3.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group3.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group3.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group3.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group4.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group4.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group4.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group4.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group4.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group4.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group4.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group4.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group4.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group4.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group4.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group4.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group4.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group4.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group4.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group4.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group4.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group4.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group4.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group4.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group5.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group5.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group5.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group5.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group5.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group5.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group5.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group5.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group5.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group5.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group5.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group5.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group5.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group5.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group5.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group5.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group5.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group5.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group5.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group5.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group6.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group6.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group6.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group6.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group6.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group6.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group6.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group6.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group6.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group6.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group6.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group6.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group6.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group6.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group6.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group6.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group6.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group6.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group6.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group6.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group7.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group7.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group7.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group7.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group7.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group7.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group7.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group7.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group7.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group7.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group7.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group7.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group7.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group7.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group7.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group7.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group7.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group7.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group7.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group7.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group8.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group8.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group8.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group8.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group8.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group8.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group8.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group8.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group8.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group8.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group8.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group8.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group8.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group8.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group8.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group8.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group8.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group8.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group8.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group8.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group9.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group9.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group9.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group9.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group9.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group9.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group9.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group9.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group9.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group9.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group9.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group9.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group9.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group9.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group9.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group9.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group9.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group9.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group9.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group9.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group10.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group10.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group10.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group10.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group10.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group10.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group10.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group10.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group10.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group10.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group10.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group10.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group10.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group10.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group10.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group10.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group10.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group10.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group10.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group10.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group11.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group11.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group11.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group11.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group11.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group11.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group11.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group11.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group11.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group11.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group11.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group11.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group11.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group11.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group11.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group11.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group11.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group11.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group11.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group11.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group12.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group12.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group12.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group12.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group12.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group12.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group12.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group12.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group12.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group12.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group12.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group12.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group12.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group12.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group12.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group12.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group12.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group12.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group12.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group12.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group13.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group13.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group13.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group13.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group13.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group13.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group13.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group13.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group13.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group13.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group13.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group13.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group13.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group13.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group13.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group13.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group13.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group13.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group13.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group13.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group14.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group14.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group14.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group14.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group14.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group14.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group14.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group14.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group14.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group14.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group14.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group14.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group14.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group14.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group14.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group14.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group14.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group14.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group14.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group14.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group15.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group15.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group15.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group15.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group15.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group15.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group15.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group15.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group15.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group15.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group15.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group15.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group15.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group15.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group15.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group15.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group15.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group15.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group15.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group15.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group16.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group16.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group16.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group16.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group16.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group16.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group16.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group16.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group16.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group16.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group16.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group16.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group16.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group16.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group16.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group16.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group16.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group16.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group16.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group16.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group17.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group17.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group17.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group17.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group17.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group17.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group17.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group17.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group17.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group17.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group17.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group17.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group17.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group17.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group17.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group17.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group17.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group17.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group17.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group17.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group18.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group18.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group18.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group18.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group18.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group18.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group18.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group18.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group18.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group18.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group18.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group18.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group18.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group18.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group18.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group18.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group18.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group18.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group18.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group18.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group19.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group19.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group19.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group19.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group19.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group19.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group19.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group19.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group19.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group19.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group19.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group19.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group19.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group19.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group19.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group19.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group19.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group19.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group19.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group19.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group20.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group20.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group20.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group20.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group20.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group20.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group20.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group20.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group20.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group20.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group20.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group20.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group20.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group20.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group20.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group20.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group20.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group20.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group20.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group20.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group21.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group21.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group21.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group21.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group21.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group21.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group21.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group21.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group21.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group21.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group21.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group21.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group21.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group21.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group21.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group21.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group21.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group21.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group21.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group21.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group22.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group22.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group22.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group22.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group22.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group22.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group22.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group22.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group22.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group22.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group22.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group22.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group22.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group22.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group22.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group22.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group22.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group22.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group22.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group22.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group23.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group23.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group23.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group23.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group23.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group23.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group23.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group23.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group23.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group23.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group23.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group23.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group23.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group23.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group23.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group23.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group23.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group23.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group23.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group23.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group24.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group24.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group24.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group24.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group24.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group24.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group24.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group24.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group24.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group24.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group24.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group24.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group24.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group24.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group24.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group24.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group24.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group24.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group24.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group24.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group25.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group25.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group25.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group25.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group25.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group25.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group25.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group25.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group25.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group25.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group25.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group25.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group25.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group25.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group25.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group25.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group25.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group25.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group25.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group25.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group26.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group26.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group26.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group26.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group26.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group26.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group26.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group26.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group26.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group26.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group26.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group26.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group26.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group26.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group26.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group26.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group26.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group26.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group26.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group26.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group27.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group27.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group27.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group27.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group27.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group27.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group27.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group27.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group27.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group27.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group27.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group27.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group27.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group27.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group27.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group27.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group27.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group27.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group27.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group27.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group28.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group28.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group28.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group28.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group28.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group28.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group28.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group28.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group28.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group28.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group28.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group28.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group28.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group28.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group28.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group28.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group28.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group28.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group28.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group28.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group29.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group29.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group29.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group29.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group29.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group29.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group29.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group29.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group29.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group29.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group29.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group29.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group29.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group29.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group29.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group29.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group29.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group29.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group29.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group29.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group30.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group30.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group30.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group30.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group30.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group30.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group30.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group30.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group30.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group30.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group30.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group30.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group30.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group30.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group30.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group30.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group30.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group30.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group30.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group30.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group31.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group31.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group31.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group31.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group31.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group31.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group31.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group31.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group31.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group31.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group31.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group31.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group31.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group31.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group31.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group31.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group31.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group31.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group31.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group31.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group32.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group32.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group32.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group32.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group32.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group32.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group32.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group32.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group32.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group32.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group32.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group32.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group32.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group32.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group32.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group32.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group32.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group32.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group32.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group32.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group33.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group33.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group33.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group33.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group33.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group33.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group33.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group33.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group33.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group33.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group33.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group33.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group33.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group33.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group33.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group33.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group33.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group33.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group33.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group33.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group34.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group34.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group34.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group34.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group34.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group34.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group34.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group34.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group34.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group34.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group34.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group34.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group34.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group34.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group34.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group34.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group34.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group34.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group34.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group34.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group35.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group35.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group35.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group35.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group35.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group35.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group35.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group35.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group35.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group35.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group35.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group35.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group35.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group35.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group35.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group35.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group35.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group35.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group35.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group35.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group36.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group36.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group36.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group36.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group36.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group36.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group36.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group36.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group36.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group36.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group36.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group36.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group36.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group36.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group36.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group36.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group36.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group36.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group36.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group36.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group37.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group37.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group37.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group37.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group37.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group37.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group37.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group37.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group37.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group37.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group37.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group37.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group37.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group37.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group37.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group37.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group37.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group37.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group37.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group37.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group38.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group38.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group38.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group38.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group38.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group38.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group38.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group38.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group38.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group38.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group38.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group38.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group38.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group38.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group38.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group38.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group38.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group38.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group38.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group38.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group39.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group39.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group39.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group39.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group39.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group39.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group39.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group39.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group39.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group39.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group39.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group39.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group39.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group39.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group39.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group39.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group39.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group39.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group39.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group39.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group40.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group40.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group40.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group40.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group40.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group40.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group40.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group40.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group40.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group40.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group40.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group40.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group40.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group40.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group40.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group40.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group40.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group40.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group40.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group40.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group41.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group41.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group41.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group41.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group41.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group41.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group41.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group41.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group41.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group41.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group41.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group41.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group41.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group41.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group41.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group41.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group41.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group41.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group41.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group41.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group42.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group42.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group42.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group42.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group42.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group42.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group42.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group42.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group42.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group42.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group42.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group42.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group42.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group42.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group42.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group42.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group42.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group42.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group42.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group42.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group43.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group43.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group43.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group43.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group43.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group43.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group43.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group43.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group43.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group43.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group43.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group43.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group43.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group43.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group43.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group43.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group43.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group43.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group43.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group43.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group44.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group44.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group44.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group44.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group44.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group44.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group44.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group44.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group44.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group44.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group44.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group44.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group44.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group44.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group44.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group44.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group44.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group44.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group44.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group44.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group45.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group45.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group45.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group45.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group45.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group45.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group45.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group45.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group45.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group45.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group45.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group45.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group45.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group45.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group45.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group45.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group45.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group45.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group45.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group45.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group46.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group46.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group46.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group46.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group46.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group46.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group46.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group46.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group46.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group46.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group46.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group46.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group46.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group46.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group46.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group46.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group46.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group46.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group46.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group46.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group47.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group47.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group47.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group47.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group47.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group47.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group47.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group47.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group47.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group47.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group47.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group47.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group47.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group47.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group47.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group47.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group47.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group47.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group47.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group47.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group48.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group48.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group48.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group48.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group48.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group48.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group48.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group48.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group48.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group48.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group48.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group48.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group48.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group48.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group48.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group48.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group48.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group48.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group48.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group48.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
  routes.group49.action0.href({ owner: 'ada', item: 0 }, { search: { page: 0, q0: 'x' } }),
  routes.group49.action1.href({ owner: 'ada', item: 1 }, { search: { page: 1, q1: 'x' } }),
  routes.group49.action2.href({ owner: 'ada', item: 2 }, { search: { page: 2, q2: 'x' } }),
  routes.group49.action3.href({ owner: 'ada', item: 3 }, { search: { page: 3, q3: 'x' } }),
  routes.group49.action4.href({ owner: 'ada', item: 4 }, { search: { page: 4, q4: 'x' } }),
  routes.group49.action5.href({ owner: 'ada', item: 5 }, { search: { page: 5, q5: 'x' } }),
  routes.group49.action6.href({ owner: 'ada', item: 6 }, { search: { page: 6, q6: 'x' } }),
  routes.group49.action7.href({ owner: 'ada', item: 7 }, { search: { page: 7, q7: 'x' } }),
  routes.group49.action8.href({ owner: 'ada', item: 8 }, { search: { page: 8, q8: 'x' } }),
  routes.group49.action9.href({ owner: 'ada', item: 9 }, { search: { page: 9, q9: 'x' } }),
  routes.group49.action10.href({ owner: 'ada', item: 10 }, { search: { page: 10, q10: 'x' } }),
  routes.group49.action11.href({ owner: 'ada', item: 11 }, { search: { page: 11, q11: 'x' } }),
  routes.group49.action12.href({ owner: 'ada', item: 12 }, { search: { page: 12, q12: 'x' } }),
  routes.group49.action13.href({ owner: 'ada', item: 13 }, { search: { page: 13, q13: 'x' } }),
  routes.group49.action14.href({ owner: 'ada', item: 14 }, { search: { page: 14, q14: 'x' } }),
  routes.group49.action15.href({ owner: 'ada', item: 15 }, { search: { page: 15, q15: 'x' } }),
  routes.group49.action16.href({ owner: 'ada', item: 16 }, { search: { page: 16, q16: 'x' } }),
  routes.group49.action17.href({ owner: 'ada', item: 17 }, { search: { page: 17, q17: 'x' } }),
  routes.group49.action18.href({ owner: 'ada', item: 18 }, { search: { page: 18, q18: 'x' } }),
  routes.group49.action19.href({ owner: 'ada', item: 19 }, { search: { page: 19, q19: 'x' } }),
]
