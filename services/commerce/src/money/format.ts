// Money as people read it.

/** Decimals of a currency's minor unit (ISO 4217); all others have two. */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(code => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map(code => [code, 3])),
  CLF: 4,
  UYW: 4,
}

/** The decimals of a currency. `Intl` is no source: for IQD, for example, it has those of cash. */
export const decimalsOf = (currency: string): number => decimals[currency] ?? 2

/** An amount in minor units with its currency: `1,234.50 EUR`, `1,235 JPY`, `1,234.500 KWD`. */
export function formatMoney(amount: number, currency: string): string {
  const digits = String(amount).padStart(decimalsOf(currency) + 1, '0')
  const whole = digits.slice(0, digits.length - decimalsOf(currency)).replace(/\B(?=(\d{3})+$)/g, ',')
  const part = digits.slice(digits.length - decimalsOf(currency))
  return `${whole}${part && `.${part}`} ${currency}`
}
