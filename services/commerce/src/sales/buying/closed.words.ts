// Why an offer is not sold now, and what a person has already, by language.
import { wordsIn } from '@lms/contract/language'

export type Closed = 'early' | 'over' | 'sold_out'

interface ClosedWords {
  readonly why: Readonly<Record<Closed, string>>
  /** When it starts or has ended. */
  readonly time: (minute: string) => string
  readonly nothing: string
  readonly left: (count: number) => string
  /** Fewer seats are left than the person wants. */
  readonly fewer: string
  readonly owned: (names: string) => string
  readonly again: string
}

export const closedWords = wordsIn<ClosedWords>({
  en: {
    why: {
      early: 'The sale has not started yet. It starts at this time:',
      over: 'The sale is over. It ended at this time:',
      sold_out: 'It is sold out: every seat is taken.',
    },
    time: minute => `${minute}.`,
    nothing: 'Nothing was ordered.',
    left: count => `Seats left: ${count}.`,
    fewer: 'Nothing was ordered: fewer seats are left than you want. Lower the number.',
    owned: names =>
      `Nothing was ordered yet: the person with this address has this already: ${names}. Ask the school how to get to it.`,
    again: 'Order it all the same: what has an end lasts longer then.',
  },
  de: {
    why: {
      early: 'Der Verkauf hat noch nicht begonnen. Er beginnt zu dieser Zeit:',
      over: 'Der Verkauf ist vorbei. Er endete zu dieser Zeit:',
      sold_out: 'Ausverkauft: Alle Plätze sind vergeben.',
    },
    time: minute => `${minute}.`,
    nothing: 'Es wurde nichts bestellt.',
    left: count => `Freie Plätze: ${count}.`,
    fewer:
      'Es wurde nichts bestellt: Es sind weniger Plätze frei, als Sie möchten. Verringern Sie die Anzahl.',
    owned: names =>
      `Es wurde noch nichts bestellt: Die Person mit dieser Adresse hat das schon: ${names}. Fragen Sie die Schule nach dem Zugang.`,
    again: 'Trotzdem bestellen: Was ein Ende hat, dauert dann länger.',
  },
  es: {
    why: {
      early: 'La venta todavía no ha empezado. Empieza a esta hora:',
      over: 'La venta ha terminado. Terminó a esta hora:',
      sold_out: 'Está agotado: todas las plazas están ocupadas.',
    },
    time: minute => `${minute}.`,
    nothing: 'No se ha pedido nada.',
    left: count => `Plazas libres: ${count}.`,
    fewer: 'No se ha pedido nada: quedan menos plazas de las que desea. Reduzca el número.',
    owned: names =>
      `Todavía no se ha pedido nada: la persona con esta dirección ya tiene esto: ${names}. Pregunte a la escuela cómo acceder.`,
    again: 'Pedirlo de todos modos: lo que tiene un fin durará más.',
  },
  fr: {
    why: {
      early: 'La vente n’a pas encore commencé. Elle commence à cette heure :',
      over: 'La vente est terminée. Elle s’est terminée à cette heure :',
      sold_out: 'Complet : toutes les places sont prises.',
    },
    time: minute => `${minute}.`,
    nothing: 'Rien n’a été commandé.',
    left: count => `Places restantes : ${count}.`,
    fewer: 'Rien n’a été commandé : il reste moins de places que vous n’en voulez. Réduisez le nombre.',
    owned: names =>
      `Rien n’a encore été commandé : la personne qui a cette adresse a déjà ceci : ${names}. Demandez à l’école comment y accéder.`,
    again: 'Commander quand même : ce qui a une fin durera alors plus longtemps.',
  },
  ru: {
    why: {
      early: 'Продажи ещё не начались. Они начнутся в это время:',
      over: 'Продажи закончились. Они закончились в это время:',
      sold_out: 'Всё продано: свободных мест нет.',
    },
    time: minute => `${minute}.`,
    nothing: 'Ничего не заказано.',
    left: count => `Осталось мест: ${count}.`,
    fewer: 'Ничего не заказано: мест осталось меньше, чем вы хотите. Уменьшите число.',
    owned: names =>
      `Пока ничего не заказано: у человека с этим адресом это уже есть: ${names}. Спросите школу, как войти.`,
    again: 'Всё равно заказать: то, что имеет срок, продлится дольше.',
  },
})
