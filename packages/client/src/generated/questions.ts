// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedQuestion {
  /** The id of the question. */
  id: string
  /** Always true: the question was deleted. */
  deleted: true
}

export interface Question {
  /** The id of the question. */
  id: string
  /** The id of the quiz. */
  quiz_id: string
  /** Its place in the quiz, from 1. PUT /v1/quizzes/{id}/questions sets it. */
  position: number
  /** The pool from which the quiz draws it; null if it is always asked. */
  label: string | null
  /** The number of its present version. */
  number: number
  /** What it asks, with the right answer. */
  content: {
    /** Always `single`: it tells this form from the others. */
    kind: 'single'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What students choose from. */
    options: {
      /** The id of this choice in answers, new in each version of the question. */
      id: string
      /** What students read. */
      text: string
      /** Whether it is the right answer. */
      correct: boolean
      /** A picture or recording beside the option. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What a student who has chosen the option reads with the right answer; absent for nothing. */
      feedback?: string
    }[]
  } | {
    /** Always `multiple`: it tells this form from the others. */
    kind: 'multiple'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What students choose from. */
    options: {
      /** The id of this choice in answers, new in each version of the question. */
      id: string
      /** What students read. */
      text: string
      /** Whether it is one of the right answers. */
      correct: boolean
      /** A picture or recording beside the option. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What a student who has chosen the option reads with the right answer; absent for nothing. */
      feedback?: string
    }[]
  } | {
    /** Always `text`: it tells this form from the others. */
    kind: 'text'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** The right answers. Letter case, spaces and forms of Unicode make no difference. */
    accepted: string[]
  } | {
    /** Always `number`: it tells this form from the others. */
    kind: 'number'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** The right number: digits with a point. */
    value: string
    /** How far an answer may be off: by this number, or by these percent of the right one. */
    tolerance: {
      /** Whether `value` is a number or a percentage of the right answer. */
      kind: 'absolute' | 'percent'
      /** The largest difference that still counts as right. */
      value: string
    } | null
  } | {
    /** Always `match`: it tells this form from the others. */
    kind: 'match'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What belongs together; students see both sides in another order. */
    pairs: {
      /** The side that stands still. */
      left: {
        /** The id of this choice in answers, new in each version of the question. */
        id: string
        /** What students read. */
        text: string
      }
      /** The side that students put to it. */
      right: {
        /** The id of this choice in answers, new in each version of the question. */
        id: string
        /** What students read. */
        text: string
      }
    }[]
    /** Right sides that belong to no left one. */
    others: {
      /** The id of this choice in answers, new in each version of the question. */
      id: string
      /** What students read. */
      text: string
    }[]
  } | {
    /** Always `cloze`: it tells this form from the others. */
    kind: 'cloze'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** Text with gaps: `{1}` stands for the first gap, `{2}` for the second. */
    text: string
    /** The gaps of the text in their order. */
    gaps: {
      /** The id of the gap in answers, new in each version of the question. */
      id: string
      /** The right answers. Letter case, spaces and forms of Unicode make no difference. */
      accepted: string[]
    }[]
  } | {
    /** Always `order`: it tells this form from the others. */
    kind: 'order'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What students put in order, in the right order. */
    items: {
      /** The id of this choice in answers, new in each version of the question. */
      id: string
      /** What students read. */
      text: string
    }[]
  } | {
    /** Always `open`: it tells this form from the others. */
    kind: 'open'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What reviewers look for; students never see it. */
    guidance: string
  }
  /** In hundredths of a point: 100 is one point. */
  points: number
  /** Whether a partly right answer earns nothing. */
  all_or_nothing: boolean
  /** Why the right answer is right; shown with it. */
  explanation: string
  /** What it counts: the points of the answer; all its points for everybody; or nothing, because it is dropped. */
  credit: 'by_answer' | 'full' | 'none'
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the question was created. */
  created_at: string
  /** When the question last changed. */
  updated_at: string
  /** The newest first. */
  versions: ({
    /** The number of the version, from 1. */
    number: number
    /** What the version asked, with its key. */
    content: {
      /** Always `single`: it tells this form from the others. */
      kind: 'single'
      /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
      format?: 'plain' | 'html'
      /** Pictures and recordings that stand below the question, in this order. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** Pictures and recordings of the explanation, shown with it. */
      explanation_media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** The question, as students read it. */
      prompt: string
      /** What students choose from. */
      options: {
        /** The id of this choice in answers, new in each version of the question. */
        id: string
        /** What students read. */
        text: string
        /** Whether it is the right answer. */
        correct: boolean
        /** A picture or recording beside the option. */
        media?: {
          /** A ready file with a picture or a recording. */
          file_id: string
          /** What it shows or says, also for people who do not see or hear it. */
          alt: string
        }[]
        /** What a student who has chosen the option reads with the right answer; absent for nothing. */
        feedback?: string
      }[]
    } | {
      /** Always `multiple`: it tells this form from the others. */
      kind: 'multiple'
      /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
      format?: 'plain' | 'html'
      /** Pictures and recordings that stand below the question, in this order. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** Pictures and recordings of the explanation, shown with it. */
      explanation_media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** The question, as students read it. */
      prompt: string
      /** What students choose from. */
      options: {
        /** The id of this choice in answers, new in each version of the question. */
        id: string
        /** What students read. */
        text: string
        /** Whether it is one of the right answers. */
        correct: boolean
        /** A picture or recording beside the option. */
        media?: {
          /** A ready file with a picture or a recording. */
          file_id: string
          /** What it shows or says, also for people who do not see or hear it. */
          alt: string
        }[]
        /** What a student who has chosen the option reads with the right answer; absent for nothing. */
        feedback?: string
      }[]
    } | {
      /** Always `text`: it tells this form from the others. */
      kind: 'text'
      /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
      format?: 'plain' | 'html'
      /** Pictures and recordings that stand below the question, in this order. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** Pictures and recordings of the explanation, shown with it. */
      explanation_media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** The question, as students read it. */
      prompt: string
      /** The right answers. Letter case, spaces and forms of Unicode make no difference. */
      accepted: string[]
    } | {
      /** Always `number`: it tells this form from the others. */
      kind: 'number'
      /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
      format?: 'plain' | 'html'
      /** Pictures and recordings that stand below the question, in this order. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** Pictures and recordings of the explanation, shown with it. */
      explanation_media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** The question, as students read it. */
      prompt: string
      /** The right number: digits with a point. */
      value: string
      /** How far an answer may be off: by this number, or by these percent of the right one. */
      tolerance: {
        /** Whether `value` is a number or a percentage of the right answer. */
        kind: 'absolute' | 'percent'
        /** The largest difference that still counts as right. */
        value: string
      } | null
    } | {
      /** Always `match`: it tells this form from the others. */
      kind: 'match'
      /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
      format?: 'plain' | 'html'
      /** Pictures and recordings that stand below the question, in this order. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** Pictures and recordings of the explanation, shown with it. */
      explanation_media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** The question, as students read it. */
      prompt: string
      /** What belongs together; students see both sides in another order. */
      pairs: {
        /** The side that stands still. */
        left: {
          /** The id of this choice in answers, new in each version of the question. */
          id: string
          /** What students read. */
          text: string
        }
        /** The side that students put to it. */
        right: {
          /** The id of this choice in answers, new in each version of the question. */
          id: string
          /** What students read. */
          text: string
        }
      }[]
      /** Right sides that belong to no left one. */
      others: {
        /** The id of this choice in answers, new in each version of the question. */
        id: string
        /** What students read. */
        text: string
      }[]
    } | {
      /** Always `cloze`: it tells this form from the others. */
      kind: 'cloze'
      /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
      format?: 'plain' | 'html'
      /** Pictures and recordings that stand below the question, in this order. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** Pictures and recordings of the explanation, shown with it. */
      explanation_media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** The question, as students read it. */
      prompt: string
      /** Text with gaps: `{1}` stands for the first gap, `{2}` for the second. */
      text: string
      /** The gaps of the text in their order. */
      gaps: {
        /** The id of the gap in answers, new in each version of the question. */
        id: string
        /** The right answers. Letter case, spaces and forms of Unicode make no difference. */
        accepted: string[]
      }[]
    } | {
      /** Always `order`: it tells this form from the others. */
      kind: 'order'
      /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
      format?: 'plain' | 'html'
      /** Pictures and recordings that stand below the question, in this order. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** Pictures and recordings of the explanation, shown with it. */
      explanation_media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** The question, as students read it. */
      prompt: string
      /** What students put in order, in the right order. */
      items: {
        /** The id of this choice in answers, new in each version of the question. */
        id: string
        /** What students read. */
        text: string
      }[]
    } | {
      /** Always `open`: it tells this form from the others. */
      kind: 'open'
      /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
      format?: 'plain' | 'html'
      /** Pictures and recordings that stand below the question, in this order. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** Pictures and recordings of the explanation, shown with it. */
      explanation_media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** The question, as students read it. */
      prompt: string
      /** What reviewers look for; students never see it. */
      guidance: string
    }
    /** In hundredths of a point: 100 is one point. */
    points: number
    /** Whether a partly right answer earns nothing. */
    all_or_nothing: boolean
    /** Why the right answer is right; shown with it. */
    explanation: string
    /** What it counts: the points of the answer; all its points for everybody; or nothing, because it is dropped. */
    credit: 'by_answer' | 'full' | 'none'
    /** Whether an attempt has named it. */
    used: boolean
    /** When it was created. */
    created_at: string
  })[]
  /** How students have answered the question. */
  figures: QuestionFigures
}

export interface QuestionArrangeRequest {
  /** The ids of all questions of the quiz, in the new order. */
  ids: string[]
}

export interface QuestionArrangeResult {
  /** The id of the quiz. */
  id: string
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** The ids of the questions. */
  question_ids: string[]
}

export interface QuestionCreate {
  /** The pool from which the quiz draws it; null if it is always asked. Default: `null`. */
  label?: string | null
  /** What it asks, with the right answer. */
  content: {
    /** Always `single`: it tells this form from the others. */
    kind: 'single'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What students choose from. */
    options: {
      /** What students read beside the option. */
      text: string
      /** Whether it is the right answer. */
      correct: boolean
      /** A picture or recording beside the option. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What a student who has chosen the option reads with the right answer; absent for nothing. */
      feedback?: string
    }[]
  } | {
    /** Always `multiple`: it tells this form from the others. */
    kind: 'multiple'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What students choose from. */
    options: {
      /** What students read beside the option. */
      text: string
      /** Whether it is one of the right answers. */
      correct: boolean
      /** A picture or recording beside the option. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What a student who has chosen the option reads with the right answer; absent for nothing. */
      feedback?: string
    }[]
  } | {
    /** Always `text`: it tells this form from the others. */
    kind: 'text'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** The right answers. Letter case, spaces and forms of Unicode make no difference. */
    accepted: string[]
  } | {
    /** Always `number`: it tells this form from the others. */
    kind: 'number'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** The right number: digits with a point. */
    value: string
    /** How far an answer may be off: by this number, or by these percent of the right one. Default: `null`. */
    tolerance?: {
      /** Whether `value` is a number or a percentage of the right answer. */
      kind: 'absolute' | 'percent'
      /** The largest difference that still counts as right. */
      value: string
    } | null
  } | {
    /** Always `match`: it tells this form from the others. */
    kind: 'match'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What belongs together; students see both sides in another order. */
    pairs: {
      /** The side that stands still. */
      left: string
      /** The side that students put to it. */
      right: string
    }[]
    /** Right sides that belong to no left one. Default: `[]`. */
    others?: string[]
  } | {
    /** Always `cloze`: it tells this form from the others. */
    kind: 'cloze'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** Text with gaps: `{1}` stands for the first gap, `{2}` for the second. */
    text: string
    /** The gaps of the text in their order. */
    gaps: {
      /** The right answers. Letter case, spaces and forms of Unicode make no difference. */
      accepted: string[]
    }[]
  } | {
    /** Always `order`: it tells this form from the others. */
    kind: 'order'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** In the right order. */
    items: string[]
  } | {
    /** Always `open`: it tells this form from the others. */
    kind: 'open'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What reviewers look for; students never see it. Default: `""`. */
    guidance?: string
  }
  /** In hundredths of a point: 100 is one point. Default: `100`. */
  points?: number
  /** Whether a partly right answer earns nothing. Default: `false`. */
  all_or_nothing?: boolean
  /** Why the right answer is right; shown with it. Default: `""`. */
  explanation?: string
  /** What it counts: the points of the answer; all its points for everybody; or nothing, because it is dropped. Default: `"by_answer"`. */
  credit?: 'by_answer' | 'full' | 'none'
}

export interface QuestionFigures {
  /** How many final results contain it. */
  count: number
  /** The average share of its points that was earned, in percent; null without a result. */
  facility: number | null
  /** The correlation between its points and those of the other questions of the attempt, in percent: near 0 or below, those who know the rest do not know this. Null while there is no spread. */
  discrimination: number | null
}

export interface QuestionSummary {
  /** The id of the question. */
  id: string
  /** The id of the quiz. */
  quiz_id: string
  /** Its place in the quiz, from 1. PUT /v1/quizzes/{id}/questions sets it. */
  position: number
  /** The pool from which the quiz draws it; null if it is always asked. */
  label: string | null
  /** The number of its present version. */
  number: number
  /** What it asks, with the right answer. */
  content: {
    /** Always `single`: it tells this form from the others. */
    kind: 'single'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What students choose from. */
    options: {
      /** The id of this choice in answers, new in each version of the question. */
      id: string
      /** What students read. */
      text: string
      /** Whether it is the right answer. */
      correct: boolean
      /** A picture or recording beside the option. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What a student who has chosen the option reads with the right answer; absent for nothing. */
      feedback?: string
    }[]
  } | {
    /** Always `multiple`: it tells this form from the others. */
    kind: 'multiple'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What students choose from. */
    options: {
      /** The id of this choice in answers, new in each version of the question. */
      id: string
      /** What students read. */
      text: string
      /** Whether it is one of the right answers. */
      correct: boolean
      /** A picture or recording beside the option. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What a student who has chosen the option reads with the right answer; absent for nothing. */
      feedback?: string
    }[]
  } | {
    /** Always `text`: it tells this form from the others. */
    kind: 'text'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** The right answers. Letter case, spaces and forms of Unicode make no difference. */
    accepted: string[]
  } | {
    /** Always `number`: it tells this form from the others. */
    kind: 'number'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** The right number: digits with a point. */
    value: string
    /** How far an answer may be off: by this number, or by these percent of the right one. */
    tolerance: {
      /** Whether `value` is a number or a percentage of the right answer. */
      kind: 'absolute' | 'percent'
      /** The largest difference that still counts as right. */
      value: string
    } | null
  } | {
    /** Always `match`: it tells this form from the others. */
    kind: 'match'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What belongs together; students see both sides in another order. */
    pairs: {
      /** The side that stands still. */
      left: {
        /** The id of this choice in answers, new in each version of the question. */
        id: string
        /** What students read. */
        text: string
      }
      /** The side that students put to it. */
      right: {
        /** The id of this choice in answers, new in each version of the question. */
        id: string
        /** What students read. */
        text: string
      }
    }[]
    /** Right sides that belong to no left one. */
    others: {
      /** The id of this choice in answers, new in each version of the question. */
      id: string
      /** What students read. */
      text: string
    }[]
  } | {
    /** Always `cloze`: it tells this form from the others. */
    kind: 'cloze'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** Text with gaps: `{1}` stands for the first gap, `{2}` for the second. */
    text: string
    /** The gaps of the text in their order. */
    gaps: {
      /** The id of the gap in answers, new in each version of the question. */
      id: string
      /** The right answers. Letter case, spaces and forms of Unicode make no difference. */
      accepted: string[]
    }[]
  } | {
    /** Always `order`: it tells this form from the others. */
    kind: 'order'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What students put in order, in the right order. */
    items: {
      /** The id of this choice in answers, new in each version of the question. */
      id: string
      /** What students read. */
      text: string
    }[]
  } | {
    /** Always `open`: it tells this form from the others. */
    kind: 'open'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What reviewers look for; students never see it. */
    guidance: string
  }
  /** In hundredths of a point: 100 is one point. */
  points: number
  /** Whether a partly right answer earns nothing. */
  all_or_nothing: boolean
  /** Why the right answer is right; shown with it. */
  explanation: string
  /** What it counts: the points of the answer; all its points for everybody; or nothing, because it is dropped. */
  credit: 'by_answer' | 'full' | 'none'
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the question was created. */
  created_at: string
  /** When the question last changed. */
  updated_at: string
}

export interface QuestionUpdate {
  /** The pool from which the quiz draws it; null if it is always asked. */
  label?: string | null
  /** What it asks, with the right answer. */
  content?: {
    /** Always `single`: it tells this form from the others. */
    kind: 'single'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What students choose from. */
    options: {
      /** As the question gives it: answers that are scored again follow it. Each new version gives new ones. */
      id?: string
      /** What students read beside the option. */
      text: string
      /** Whether it is a right answer. */
      correct: boolean
      /** A picture or recording beside the option. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What a student who has chosen the option reads with the right answer; absent for nothing. */
      feedback?: string
    }[]
  } | {
    /** Always `multiple`: it tells this form from the others. */
    kind: 'multiple'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What students choose from. */
    options: {
      /** As the question gives it: answers that are scored again follow it. Each new version gives new ones. */
      id?: string
      /** What students read beside the option. */
      text: string
      /** Whether it is a right answer. */
      correct: boolean
      /** A picture or recording beside the option. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What a student who has chosen the option reads with the right answer; absent for nothing. */
      feedback?: string
    }[]
  } | {
    /** Always `text`: it tells this form from the others. */
    kind: 'text'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** The right answers. Letter case, spaces and forms of Unicode make no difference. */
    accepted: string[]
  } | {
    /** Always `number`: it tells this form from the others. */
    kind: 'number'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** The right number: digits with a point. */
    value: string
    /** How far an answer may be off: by this number, or by these percent of the right one. Default: `null`. */
    tolerance?: {
      /** Whether `value` is a number or a percentage of the right answer. */
      kind: 'absolute' | 'percent'
      /** The largest difference that still counts as right. */
      value: string
    } | null
  } | {
    /** Always `match`: it tells this form from the others. */
    kind: 'match'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What belongs together. */
    pairs: ({
      /** A text, or one with its id. */
      left: string | {
        /** As the question gives it: answers that are scored again follow it. Each new version gives new ones. */
        id?: string
        /** What students read. */
        text: string
      }
      /** A text, or one with its id. */
      right: string | {
        /** As the question gives it: answers that are scored again follow it. Each new version gives new ones. */
        id?: string
        /** What students read. */
        text: string
      }
    })[]
    /** Right sides that belong to no left one. Default: `[]`. */
    others?: (string | {
      /** As the question gives it: answers that are scored again follow it. Each new version gives new ones. */
      id?: string
      /** What students read. */
      text: string
    })[]
  } | {
    /** Always `cloze`: it tells this form from the others. */
    kind: 'cloze'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** Text with gaps: `{1}` stands for the first gap, `{2}` for the second. */
    text: string
    /** The gaps of the text in their order. */
    gaps: {
      /** As the question gives it: answers that are scored again follow it. Each new version gives new ones. */
      id?: string
      /** The right answers. Letter case, spaces and forms of Unicode make no difference. */
      accepted: string[]
    }[]
  } | {
    /** Always `order`: it tells this form from the others. */
    kind: 'order'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** In the right order. */
    items: (string | {
      /** As the question gives it: answers that are scored again follow it. Each new version gives new ones. */
      id?: string
      /** What students read. */
      text: string
    })[]
  } | {
    /** Always `open`: it tells this form from the others. */
    kind: 'open'
    /** Whether question, options and explanation are plain text, as without it, or HTML of running text with formulas in MathML. */
    format?: 'plain' | 'html'
    /** Pictures and recordings that stand below the question, in this order. */
    media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** Pictures and recordings of the explanation, shown with it. */
    explanation_media?: {
      /** A ready file with a picture or a recording. */
      file_id: string
      /** What it shows or says, also for people who do not see or hear it. */
      alt: string
    }[]
    /** The question, as students read it. */
    prompt: string
    /** What reviewers look for; students never see it. Default: `""`. */
    guidance?: string
  }
  /** In hundredths of a point: 100 is one point. */
  points?: number
  /** Whether a partly right answer earns nothing. */
  all_or_nothing?: boolean
  /** Why the right answer is right; shown with it. */
  explanation?: string
  /** What it counts: the points of the answer; all its points for everybody; or nothing, because it is dropped. */
  credit?: 'by_answer' | 'full' | 'none'
  /** Scores what was answered to the present version again by the new one: parts are told apart by their ids, else by their texts. Attempts show the words that were answered. What was passed stays passed. */
  regrade?: boolean
}

export type QuestionSort = 'position' | '-position' | 'created_at' | '-created_at'
export type QuestionExpand = 'figures'
/** An item of the list with the relations of `expand`. */
export type QuestionWith<E extends QuestionExpand = never> = QuestionSummary &
  ('figures' extends E ? { figures: QuestionFigures | null } : unknown)
/** The query of the list of Question. */
export interface QuestionListQuery<E extends QuestionExpand = QuestionExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<QuestionSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  quiz_id?: OneOrMany<string>
  all_or_nothing?: OneOrMany<boolean>
  credit?: OneOrMany<'by_answer' | 'full' | 'none'>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `questions.list` can be refused. */
export type QuestionsListReason = CommonReason
/** List the questions of a quiz with their right answers. GET /v1/quizzes/{id}/questions; needs questions:read. */
export function list<const E extends QuestionExpand = never>(client: Caller, id: string, query: QuestionListQuery<E> = {}, options: RequestOptions = {}): ListPromise<QuestionWith<E>, QuestionsListReason> {
  return client.list({ method: 'GET', path: `/v1/quizzes/${encodeURIComponent(id)}/questions`, query }, options)
}

/** Why `questions.create` can be refused. */
export type QuestionsCreateReason = CommonReason | 'question_unanswerable' | 'questions_limit_reached'
/** Add a question at the end of a quiz. POST /v1/quizzes/{id}/questions; needs questions:write. */
export function create(client: Caller, id: string, body: QuestionCreate, options: RequestOptions = {}): ApiPromise<QuestionSummary, QuestionsCreateReason> {
  return client.call({ method: 'POST', path: `/v1/quizzes/${encodeURIComponent(id)}/questions`, body }, options)
}

/** Why `questions.arrange` can be refused. */
export type QuestionsArrangeReason = CommonReason | 'questions_differ'
/** Reorder the questions of a quiz. PUT /v1/quizzes/{id}/questions; needs questions:write. */
export function arrange(client: Caller, id: string, body: QuestionArrangeRequest, options: RequestOptions = {}): ApiPromise<QuestionArrangeResult, QuestionsArrangeReason> {
  return client.call({ method: 'PUT', path: `/v1/quizzes/${encodeURIComponent(id)}/questions`, body }, options)
}

/** Why `questions.get` can be refused. */
export type QuestionsGetReason = CommonReason
/** Get a question with its versions and figures. GET /v1/quizzes/{id}/questions/{questionId}; needs questions:read. */
export function get(client: Caller, id: string, questionId: string, options: RequestOptions = {}): ApiPromise<Question, QuestionsGetReason> {
  return client.call({ method: 'GET', path: `/v1/quizzes/${encodeURIComponent(id)}/questions/${encodeURIComponent(questionId)}` }, options)
}

/** Why `questions.update` can be refused. */
export type QuestionsUpdateReason = CommonReason | 'question_unanswerable' | 'question_versions_limit_reached' | 'question_regrade_differs' | 'question_parts_unknown'
/** Change a question; if an attempt includes it, the change is a new version. PATCH /v1/quizzes/{id}/questions/{questionId}; needs questions:write. */
export function update(client: Caller, id: string, questionId: string, body: QuestionUpdate = {}, options: RequestOptions = {}): ApiPromise<QuestionSummary, QuestionsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/quizzes/${encodeURIComponent(id)}/questions/${encodeURIComponent(questionId)}`, body }, options)
}

/** Why `questions.delete` can be refused. */
export type QuestionsDeleteReason = CommonReason
/** Delete a question; attempts that include it keep it. DELETE /v1/quizzes/{id}/questions/{questionId}; needs questions:write. */
function delete_(client: Caller, id: string, questionId: string, options: RequestOptions = {}): ApiPromise<DeletedQuestion, QuestionsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/quizzes/${encodeURIComponent(id)}/questions/${encodeURIComponent(questionId)}` }, options)
}

export { delete_ as delete }

/** The operations of `questions` with a client. */
export class QuestionsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the questions of a quiz with their right answers. GET /v1/quizzes/{id}/questions; needs questions:read. */
  list<const E extends QuestionExpand = never>(id: string, query: QuestionListQuery<E> = {}, options: RequestOptions = {}): ListPromise<QuestionWith<E>, QuestionsListReason> {
    return list(this.#client, id, query, options)
  }
  /** Add a question at the end of a quiz. POST /v1/quizzes/{id}/questions; needs questions:write. */
  create(id: string, body: QuestionCreate, options: RequestOptions = {}): ApiPromise<QuestionSummary, QuestionsCreateReason> {
    return create(this.#client, id, body, options)
  }
  /** Reorder the questions of a quiz. PUT /v1/quizzes/{id}/questions; needs questions:write. */
  arrange(id: string, body: QuestionArrangeRequest, options: RequestOptions = {}): ApiPromise<QuestionArrangeResult, QuestionsArrangeReason> {
    return arrange(this.#client, id, body, options)
  }
  /** Get a question with its versions and figures. GET /v1/quizzes/{id}/questions/{questionId}; needs questions:read. */
  get(id: string, questionId: string, options: RequestOptions = {}): ApiPromise<Question, QuestionsGetReason> {
    return get(this.#client, id, questionId, options)
  }
  /** Change a question; if an attempt includes it, the change is a new version. PATCH /v1/quizzes/{id}/questions/{questionId}; needs questions:write. */
  update(id: string, questionId: string, body: QuestionUpdate = {}, options: RequestOptions = {}): ApiPromise<QuestionSummary, QuestionsUpdateReason> {
    return update(this.#client, id, questionId, body, options)
  }
  /** Delete a question; attempts that include it keep it. DELETE /v1/quizzes/{id}/questions/{questionId}; needs questions:write. */
  delete(id: string, questionId: string, options: RequestOptions = {}): ApiPromise<DeletedQuestion, QuestionsDeleteReason> {
    return delete_(this.#client, id, questionId, options)
  }}
