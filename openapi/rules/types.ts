/** Every schema says its type, and every whole number says which width holds it. */
import { listIn, type Node, type Rule } from './visitor.ts';

const INT32 = 2 ** 31;

export const schemasHaveAType: Rule = () => ({
  Schema(schema, context) {
    const composed = ['oneOf', 'anyOf', 'allOf'].some(
      (keyword) => listIn(schema, keyword).length > 0,
    );
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    const plain = types.filter((type) => type !== 'null');
    if (composed ? plain.length <= 1 : plain.length === 1 && typeof plain[0] === 'string') return;
    context.report({ message: 'A schema has one type, or that and null, or is a union of such.' });
  },
});

export const integersHaveAWidth: Rule = () => ({
  Schema(schema, context) {
    if (![schema.type].flat().includes('integer')) return;
    if (schema.minimum === undefined || schema.maximum === undefined) return;
    const width = fitsIn32Bits(schema) ? 'int32' : 'int64';
    if (schema.format !== width) {
      context.report({
        message: `Typed languages have to know the width: format is ${width} for these bounds.`,
      });
    }
  },
});

function fitsIn32Bits({ minimum, maximum }: Node): boolean {
  return Number(minimum) >= -INT32 && Number(maximum) < INT32;
}
