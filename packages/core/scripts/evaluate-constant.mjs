// Values of constants and enumerations: numbers, other constants, sizes and offsets of records, and arithmetic on them.

import ts from 'typescript'
import { resolve } from './parse-kernels.mjs'
import { layoutOf } from './record-layout.mjs'

/** Types whose arithmetic is that of whole numbers. */
const INTEGER = /^([iu](8|16|32)|[iu]size)$/
const FLOAT = /^f(32|64)$/

const OPERATIONS = {
  [ts.SyntaxKind.PlusToken]: (a, b) => a + b,
  [ts.SyntaxKind.MinusToken]: (a, b) => a - b,
  [ts.SyntaxKind.AsteriskToken]: (a, b) => a * b,
  [ts.SyntaxKind.SlashToken]: (a, b, whole) => (whole ? Math.trunc(a / b) : a / b),
  [ts.SyntaxKind.PercentToken]: (a, b) => a % b,
  [ts.SyntaxKind.LessThanLessThanToken]: (a, b) => a << b,
  [ts.SyntaxKind.GreaterThanGreaterThanToken]: (a, b) => a >> b,
  [ts.SyntaxKind.AmpersandToken]: (a, b) => a & b,
  [ts.SyntaxKind.BarToken]: (a, b) => a | b,
}

/** Whether a constant of the type is a number that JavaScript has too. */
export function isNumeric(type) {
  return INTEGER.test(type) || FLOAT.test(type)
}

/** Value of a constant of a file. That of an f32 is as written: the kernels round it, callers do when they store it. */
export function constantOf(files, file, name) {
  const { type, node } = file.constants.get(name)
  return evaluate(files, file, node, INTEGER.test(type))
}

/** Members of an enumeration of a file with their values. */
export function enumOf(files, file, name) {
  const values = {}
  let next = 0
  for (const { name: member, initializer } of file.enums.get(name).node.members) {
    const value = initializer ? evaluate(files, file, initializer, true, values) : next
    values[member.getText()] = value
    next = value + 1
  }
  return values
}

/** `known`: members of the enumeration that have come before. */
function evaluate(files, file, node, whole, known = {}) {
  const value = (inner) => evaluate(files, file, inner, whole, known)
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isParenthesizedExpression(node)) return value(node.expression)
  if (ts.isTypeAssertionExpression(node))
    return evaluate(files, file, node.expression, INTEGER.test(node.type.getText()), known)
  if (ts.isPrefixUnaryExpression(node)) {
    if (node.operator === ts.SyntaxKind.MinusToken) return -value(node.operand)
    if (node.operator === ts.SyntaxKind.TildeToken) return ~value(node.operand)
  }
  if (ts.isBinaryExpression(node)) {
    const operation = OPERATIONS[node.operatorToken.kind]
    if (operation) return operation(value(node.left), value(node.right), whole)
  }
  if (ts.isIdentifier(node)) {
    if (node.text in known) return known[node.text]
    const { file: home, name } = resolve(files, file, node.text)
    if (home.constants.has(name)) return constantOf(files, home, name)
  }
  if (ts.isPropertyAccessExpression(node)) {
    const { file: home, name } = resolve(files, file, node.expression.getText())
    if (home.enums.has(name)) return enumOf(files, home, name)[node.name.text]
  }
  if (ts.isCallExpression(node) && node.expression.getText() === 'offsetof' && node.typeArguments)
    return offsetOf(files, file, node)
  throw new Error(`${file.path}: the build cannot evaluate ${node.getText()}`)
}

/** offsetof<Record>() is the size of a record, offsetof<Record>('member') where a member begins. */
function offsetOf(files, file, { typeArguments, arguments: [member] }) {
  const { file: home, name } = resolve(files, file, typeArguments[0].getText())
  const { bytes, members } = layoutOf(files, home, name)
  return member ? members.find((one) => one.name === member.text).offset : bytes
}
